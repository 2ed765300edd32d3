import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, lookAtDatabase } from "@stampbook/db";
import {
  createEmptyTestDatabase,
  createTestDatabase,
  openClient,
  type TestDatabase,
} from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lineOf } from "../../src/cli/help.ts";
import { specs } from "../../src/cli/specs.ts";
import { documentWith } from "./office.ts";
import { example, spawned, stampbook } from "./stampbook.ts";

const SECRET_KEY = "a key for the tests of the command line";

const directory = mkdtempSync(join(tmpdir(), "stampbook-cli-"));
let database: TestDatabase;
let settings: { DATABASE_URL: string; SECRET_KEY: string };
beforeAll(async () => {
  database = await createTestDatabase();
  settings = { DATABASE_URL: database.url, SECRET_KEY };
});
afterAll(async () => {
  await database?.close();
  rmSync(directory, { recursive: true, force: true });
});

describe("wrong usage ends with 2, and says what is right", () => {
  test.each([
    [[], "No command was given."],
    [["inport"], "There is no command inport."],
    [["constructor"], "There is no command constructor."],
    [["import"], "import takes one <file>."],
    [["import", "a", "b"], "import takes one <file>."],
    [["export"], "--merchant is missing: --merchant <id>."],
    [["export", "--merchant"], "--merchant takes <id>."],
    [["export", "--merchant", "--json"], "--merchant takes <id>."],
    [["export", "--merchant", "one"], "--merchant takes a whole number above 0."],
    [["export", "--shop", "1"], "export has no option --shop."],
    [["export", "-m", "1"], "export has no option -m."],
    [["export", "--merchant", "1", "2"], "export takes no argument 2."],
    [["audit", "--json=yes"], "--json takes no value."],
    [["doctor", "--constructor"], "doctor has no option --constructor."],
    [["token"], "token takes create, list or revoke."],
    [["token", "destroy"], "token takes create, list or revoke."],
    [["token", "constructor"], "token takes create, list or revoke."],
    [["customer"], "customer takes export or anonymize."],
    [["customer", "toString"], "customer takes export or anonymize."],
    [["token", "create", "--merchant", "1", "--scopes", "*"], "--name is missing: --name <name>."],
    [["token", "create", "--merchant", "1", "--name", "x"], "--scopes is missing"],
    [
      ["token", "create", "--merchant", "1", "--name", "x", "--scopes", "pin", "--expires", "soon"],
      "--expires takes a date, YYYY-MM-DD.",
    ],
    [
      ["token", "create", "--merchant", "1", "--name", "x", "--scopes", "pin", "--stores", ""],
      "--stores takes words divided by commas.",
    ],
    [["token", "revoke", "--merchant", "1"], "--id is missing: --id <token>."],
    [["audit", "--merchant=-1"], "--merchant takes a whole number above 0."],
    [["staff", "reset"], "staff takes reset-second-factor or confirm-email."],
    [["staff", "reset-second-factor"], "staff reset-second-factor takes one <email>."],
  ])("O14: %j", async (args, says) => {
    const { code, out, err } = await stampbook(settings, ...args);
    expect(err.split("\n")[0]).toContain(says);
    expect(err).toContain("Usage: bin/stampbook ");
    expect([code, out]).toEqual([2, ""]);
  });

  test("in a process of its own too", async () => {
    expect(await spawned({ ...settings, cwd: directory })).toMatchObject({ code: 2, out: "" });
  });

  test("O14: --help ends with 0, on standard output, and tells of one command what it takes", async () => {
    for (const args of [["--help"], ["token", "--help"], ["help"]]) {
      const { code, out, err } = await stampbook(settings, ...args);
      expect([code, err]).toEqual([0, ""]);
      expect(out).toContain("import <file>");
    }
    const revoke = `Usage: bin/stampbook token revoke --merchant <id> --id <token> [--json]

It ends a token within a second.

  --merchant <id>   the merchant
  --id <token>      the token
  --json            writes the result as one line of JSON
`;
    for (const args of [
      ["token", "revoke", "--help"],
      ["help", "token", "revoke"],
    ])
      expect((await stampbook(settings, ...args)).out).toBe(revoke);
  });

  test("O14: --version tells the version of the package", async () => {
    const manifest = new URL("../../package.json", import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, "utf8"));
    const { code, out } = await stampbook(settings, "--version");
    expect([code, out]).toEqual([0, `stampbook ${version}\n`]);
  });

  test("O14: the documents list the commands of --help", () => {
    const document = new URL("../../../../docs/operating/data.md", import.meta.url);
    const listed = readFileSync(document, "utf8").matchAll(/^\| `([^`]+)` \|/gm);
    const named = Object.entries(specs).map(([name, spec]) => lineOf(name, spec));
    expect([...listed].map(([, line]) => line)).toEqual(named);
  });
});

describe("each command", () => {
  test("import tells what was made, and each new token once", async () => {
    const { code, out, err } = await stampbook(settings, "import", example);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Imported merchant 1, Kopi Kemang:");
    expect(out).toContain("  customers: 24\n");
    expect(out.match(/sb_live_/g)).toHaveLength(3);
    expect(out).toMatch(/^Password of owner@example\.com, shown this once: \S+$/m);
  });

  test("the same file again changes nothing, and says so", async () => {
    const { code, out } = await stampbook(settings, "import", example);
    expect([code, out]).toEqual([
      0,
      `${example} was imported before, as merchant 1. Nothing was changed.\n`,
    ]);
  });

  test("a refused file ends with 1 and a line for each problem", async () => {
    const file = join(directory, "bad.json");
    writeFileSync(file, '{"merchant":\n{"id":1,"name":5},"shops":[]}');
    const { code, out, err } = await spawned({ ...settings, cwd: directory }, "import", "bad.json");
    expect([code, out]).toEqual([1, ""]);
    expect(err.trim().split("\n")).toEqual([
      "bad.json:2: shops is no key of this format",
      "bad.json:2: merchant.name must be text",
      "bad.json:2: merchant.country is missing",
      "bad.json:2: merchant.timezone is missing",
      "bad.json:2: merchant.currency is missing",
      "Nothing was imported.",
    ]);
  });

  test.each([
    [
      "a file that is not there",
      ["import", "/nowhere/nothing.json"],
      "There is no file /nowhere/nothing.json.",
    ],
    ["a directory", ["import", directory], "That is a directory, not a file."],
    ["an unknown merchant", ["export", "--merchant", "9"], "There is no merchant 9."],
    ["a token for nobody", ["token", "list", "--merchant", "9"], "There is no merchant 9."],
    ["an audit of nobody", ["audit", "--merchant", "9"], "There is no merchant 9."],
    [
      "an unknown scope",
      ["token", "create", "--merchant", "1", "--name", "x", "--scopes", "root"],
      "Unknown scope root: choose from redemptions, redemptions.read, vouchers, transactions, transactions.read, programme, stamps, members, members.write, members.identity, members.manage, vouchers.issue, pin, password, otp, bookings, *.",
    ],
    [
      "an unknown store",
      ["token", "create", "--merchant", "1", "--name", "x", "--scopes", "pin", "--stores", "32,99"],
      "Store 99 is not known.",
    ],
    [
      "an unknown token",
      ["token", "revoke", "--merchant", "1", "--id", "99"],
      "Merchant 1 has no token 99.",
    ],
  ])("%s ends with 1 and one line", async (_, args, says) => {
    const { code, out, err } = await stampbook(settings, ...args);
    expect([code, out, err]).toEqual([1, "", `${says}\n`]);
  });

  test("a token is made, listed and revoked", async () => {
    const words = ["--name", "Till 3", "--scopes", "redemptions,pin", "--stores", "32,33"];
    const made = await stampbook(settings, "token", "create", "--merchant", "1", ...words);
    const till = /sb_live_\S{43}/.exec(made.out)?.[0] ?? "";
    expect(made).toMatchObject({ code: 0, err: "" });
    const listed = await stampbook(settings, "token", "list", "--merchant", "1");
    expect(listed.out).toContain(
      `4 Till 3 (${till.slice(0, 12)}…): active, scopes redemptions pin, stores 32 33, no end, never used`,
    );
    expect(listed.out).toContain("3 Old till");
    expect(listed.out).toContain("expired");
    expect(listed.out).not.toContain(till);
    const revoked = await stampbook(settings, "token", "revoke", "--merchant", "1", "--id", "4");
    expect(revoked).toMatchObject({ code: 0, out: expect.stringContaining("4 Till 3") });
    expect(revoked.out).toContain("revoked");
  });

  test("O14: --json writes one line of JSON, with the secret of a new token in a field", async () => {
    const json = async (...args: string[]) => {
      const { code, out, err } = await stampbook(settings, ...args, "--json");
      expect([code, err, out.split("\n").length]).toEqual([0, "", 2]);
      return JSON.parse(out);
    };
    const words = ["--merchant", "1", "--name", "Till 4", "--scopes", "pin"];
    const made = await json("token", "create", ...words);
    expect(made).toMatchObject({ name: "Till 4", scopes: ["pin"], stores: null, expires_at: null });
    expect(made.secret).toMatch(/^sb_live_\S{43}$/);
    const { tokens } = await json("token", "list", "--merchant", "1");
    expect(tokens.at(-1)).toMatchObject({ id: made.id, state: "active" });
    expect(JSON.stringify(tokens)).not.toContain(made.secret);
    const id = String(made.id);
    expect(await json("token", "revoke", "--merchant", "1", "--id", id)).toMatchObject({
      state: "revoked",
    });
    expect(await json("audit")).toEqual({
      merchants: [{ id: 1, name: "Kopi Kemang", broken: [] }],
    });
    expect(await json("import", example)).toEqual({ merchant: { id: 1 }, is_new: false });
    expect(await json("migrate")).toEqual({ is_current: true });
    const { findings } = await json("doctor");
    expect(findings).toContainEqual({ ok: true, of: "migrations", says: "current" });
  });

  test("export writes the merchant and nothing else to standard output", async () => {
    const { code, out, err } = await spawned(
      { ...settings, cwd: directory },
      "export",
      "--merchant",
      "1",
    );
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toMatchObject({ merchant: { id: 1 }, customers: { length: 24 } });
  });

  test("audit finds nothing, and ends with 1 where something is broken", async () => {
    expect(await stampbook(settings, "audit")).toEqual({
      code: 0,
      out: "Merchant 1, Kopi Kemang: nothing broken\n",
      err: "",
    });
    await database.db.execute("update memberships set stamps = stamps + 1 where customer_id = 123");
    const { code, out } = await stampbook(settings, "audit", "--merchant", "1");
    expect(code).toBe(1);
    expect(out).toContain("1 broken");
    expect(out).toMatch(/^ {2}I3 .*customer 123 has 251/m);
    await database.db.execute("update memberships set stamps = stamps - 1 where customer_id = 123");
  });

  test("O1: doctor names the keys of this process, and the key of PINs that is not set", async () => {
    const { out } = await stampbook(settings, "doctor");
    const [, own = ""] = /^ok +secret key +([0-9a-f]{8}) \(SECRET_KEY\)$/m.exec(out) ?? [];
    expect(out).toMatch(/^ok +keys +all PINs and authenticators can be checked$/m);
    const another = { ...settings, SECRET_KEY: `${SECRET_KEY}, another` };
    const other = await stampbook(another, "doctor");
    expect(other.code).toBe(1);
    expect(other.out).toMatch(
      new RegExp(`^fix +keys +\\d+ PIN\\(s\\) made with a key that is not set \\(${own}\\)$`, "m"),
    );
    const rotated = await stampbook({ ...another, SECRET_KEYS_OLD: SECRET_KEY }, "doctor");
    expect(rotated.out).toMatch(new RegExp(`^ok +secret key .*, ${own} \\(old\\)$`, "m"));
    expect(rotated.out).toMatch(/^ok +keys /m);
    const lost = await stampbook({ ...another, SECRET_KEYS_LOST: own }, "doctor");
    expect(lost.out).toMatch(/^ok +keys /m);
  });

  test("doctor looks at everything", async () => {
    const { code, out } = await stampbook(settings, "doctor");
    expect(code).toBe(0);
    const all = "settings, secret key, keys, https, console, database, clock, merchants, outbox";
    for (const of of all.split(", ")) expect(out).toMatch(new RegExp(`^ok +${of} `, "m"));
    expect(out).toMatch(/^ok +migrations +current$/m);
    expect(out).toContain("1 Kopi Kemang");
    expect(out).toContain("delivery    nothing configured");
  });

  test("O11: doctor names a misspelt setting", async () => {
    const { code, out } = await stampbook({ ...settings, DATABASE_POOOL: "20" }, "doctor");
    expect(code).toBe(1);
    expect(out).toMatch(
      /^fix +settings +DATABASE_POOOL is not a setting\. Did you mean DATABASE_POOL\?$/m,
    );
  });
});

describe("on a server", () => {
  test("import works beside others, with the settings' key", async () => {
    const { out } = await stampbook(settings, "export", "--merchant", "1");
    const other = await createEmptyTestDatabase();
    const file = join(directory, "moved.json");
    writeFileSync(file, out);
    const moved = { DATABASE_URL: other.url, SECRET_KEY };
    expect(
      await stampbook({ ...moved, SECRET_KEY: `${SECRET_KEY}, another` }, "import", file),
    ).toMatchObject({
      code: 1,
      err: expect.stringMatching(/pin_verifier must be .* made with this SECRET_KEY/),
    });
    const rotated = { ...moved, SECRET_KEY: `${SECRET_KEY}, another`, SECRET_KEYS_OLD: SECRET_KEY };
    expect(await stampbook(rotated, "import", file)).toMatchObject({ code: 0 });
    expect((await stampbook(rotated, "export", "--merchant", "1")).out).toBe(out);
    expect(readFileSync(file, "utf8")).toBe(out);
    await other.close();
  });

  test("doctor says which migrations are behind, and leaves them to a start", async () => {
    const other = await createEmptyTestDatabase();
    const settings = { DATABASE_URL: other.url, SECRET_KEY };
    for (const _look of ["first", "second"]) {
      const { code, out } = await stampbook(settings, "doctor");
      expect(code).toBe(1);
      expect(out).toMatch(/^ok +database +PostgreSQL \d/m);
      expect(out).toMatch(/^fix +migrations +\d+ not applied, up to \d{4}_/m);
      expect(out).not.toMatch(/^ok +merchants/m);
    }
    await (await connect({ url: other.url })).close();
    const { code, out } = await stampbook(settings, "doctor");
    expect(code).toBe(0);
    expect(out).toMatch(/^ok +migrations +current$/m);
    await other.close();
  });

  test("O17: doctor says how the role bounds statements and turns JIT off, where a pooler takes no such settings", async () => {
    const other = await createEmptyTestDatabase();
    const pooled = { DATABASE_URL: `${other.url}?prepare=false`, SECRET_KEY };
    const direct = { DATABASE_URL: other.url, SECRET_KEY };
    expect((await stampbook(direct, "doctor")).out).toMatch(/^ok +timeouts /m);
    expect((await stampbook(direct, "doctor")).out).toMatch(
      /^ok +server +127.0.0.1:\d+, directly, statements are prepared$/m,
    );
    expect((await stampbook(pooled, "doctor")).out).toMatch(
      /^fix +timeouts .*:\n +ALTER ROLE "stampbook" SET jit = off;\n +ALTER ROLE .* SET lock_timeout = '1100ms';\n +ALTER ROLE .* SET statement_timeout = '10000ms';$/m,
    );
    const open = await connect({ url: other.url }, { migrate: false });
    for (const setting of ["jit = off", "lock_timeout = '1100ms'", "statement_timeout = '10s'"])
      await open.db.execute(
        `do $$ begin execute format('alter database %I set ${setting.replaceAll("'", "''")}', current_database()); end $$`,
      );
    await open.close();
    expect((await stampbook(pooled, "doctor")).out).toMatch(/^ok +timeouts /m);
    await other.close();
  });

  test("F5: migrate applies what is lacking, takes no lock where nothing is, and other commands neither", async () => {
    const other = await createEmptyTestDatabase();
    const settings = { DATABASE_URL: other.url, SECRET_KEY };
    const current = { code: 0, out: "The database is current.\n", err: "" };
    const small = join(directory, "small.json");
    writeFileSync(small, JSON.stringify(documentWith()));
    expect(await stampbook(settings, "migrate")).toEqual(current);
    expect((await stampbook(settings, "doctor")).out).toMatch(/^ok +migrations +current$/m);
    // another connection holds locks for which a migration would wait
    const outside = openClient(other.url);
    await outside.begin(async (tx) => {
      await tx`lock table drizzle.__drizzle_migrations in share mode`;
      await tx`select pg_advisory_xact_lock(7382615)`;
      expect(await stampbook(settings, "migrate")).toEqual(current);
      expect(await stampbook(settings, "import", small)).toMatchObject({ code: 0, err: "" });
    });
    await outside.end();
    await other.close();
  });

  test("migrate --check says which calls will wait, and applies nothing", async () => {
    const other = await createTestDatabase();
    const settings = { DATABASE_URL: other.url, SECRET_KEY };
    const check = (...more: string[]) => stampbook(settings, "migrate", "--check", ...more);
    expect(await check()).toEqual({ code: 0, out: "The database is current.\n", err: "" });
    const forgetFrom = (number: number) =>
      other.db.execute(`delete from drizzle.__drizzle_migrations where id > ${number}`);
    // 0021 checks all customers, but the table is empty
    await forgetFrom(21);
    expect(await check()).toEqual({
      code: 0,
      err: "",
      out: expect.stringMatching(
        /^0021_verified_contacts, in one transaction\n {2}one_time_passwords \(0 rows, 0 MB\): all calls wait briefly\n {2}customers \(0 rows, 0 MB\): all calls wait briefly\n/,
      ),
    });
    // 0011 has a block whose tables are unknown
    await forgetFrom(11);
    const { code, out } = await check("--json");
    expect([code, JSON.parse(out).migrations[0].name]).toEqual([1, "0011_fold_texts"]);
    expect((await check()).out).toContain(
      "0011_fold_texts, in one transaction\n  a statement whose tables and time this command does not know\n",
    );
    await other.close();
  });

  test("what only reads names the migrations that are missing, and applies none", async () => {
    const other = await createEmptyTestDatabase();
    const settings = { DATABASE_URL: other.url, SECRET_KEY };
    const reading = ["export --merchant 1", "audit", "token list --merchant 1"];
    for (const command of reading) {
      const { code, out, err } = await stampbook(settings, ...command.split(" "));
      expect([command, code, out]).toEqual([command, 1, ""]);
      expect(err).toMatch(
        /^The database lacks migrations: 0000_\w+(, \d{4}_\w+)*\.\nApply them with `stampbook migrate`, .*only reads\.\n$/,
      );
    }
    const open = await connect({ url: other.url }, { migrate: false });
    expect((await lookAtDatabase(open.db)).missing).toContainEqual(expect.stringMatching(/^0000_/));
    await open.close();
    await other.close();
  });

  test("bad settings and a server that is away are told without a stack", async () => {
    const away = { DATABASE_URL: "postgres://x:hidden-word@127.0.0.1:1/x", SECRET_KEY };
    for (const settings of [{ DATABASE_URL: "mysql://x" }, { DATABASE_URL: database.url }, away]) {
      const { code, out, err } = await stampbook(settings, "audit");
      expect([code, out]).toEqual([1, ""]);
      expect(err).not.toMatch(/ {4}at |hidden-word/);
      expect(err.trim().split("\n")).toHaveLength(1);
    }
    const { code, out } = await stampbook(away, "doctor");
    expect(code).toBe(1);
    expect(out).toMatch(/^fix +database +The database does not answer/m);
    expect(out).not.toContain("hidden-word");
  });
});
