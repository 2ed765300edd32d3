import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  createEmptyTestDatabase,
  createTestDatabase,
  hasClientPrograms,
  openClient,
  startPostgres,
  type TestDatabase,
} from "@stampbook/db/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { dump, fillEarlierVersion, migrationNames, scratchDatabases } from "./dumps.ts";
import { example, spawned, stampbook } from "./stampbook.ts";

const SECRET_KEY = "a key for the tests of the command line";
const directory = mkdtempSync(join(tmpdir(), "stampbook-dumps-"));
const runs = await hasClientPrograms();
let database: TestDatabase;
let settings: { DATABASE_URL: string; SECRET_KEY: string };
let good = "";
let script = "";

beforeAll(async () => {
  if (!runs) return;
  database = await createTestDatabase();
  settings = { DATABASE_URL: database.url, SECRET_KEY };
  await stampbook(settings, "import", example);
  good = dump(database.url, directory, "good.dump", "--format=custom");
  script = dump(database.url, directory, "good.sql");
});
afterAll(async () => {
  await database?.close();
  rmSync(directory, { recursive: true, force: true });
});

const check = (path: string, ...options: string[]) =>
  stampbook(settings, "restore-check", path, ...options);
/** Writes a script that differs from the good one. */
function changed(name: string, change: (text: string) => string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, change(readFileSync(script, "utf8")));
  return path;
}
/** Changes the database, dumps it, and changes it back. */
async function dumpWith(name: string, change: string, back: string): Promise<string> {
  const client = openClient(database.url);
  await client.unsafe(change);
  const path = dump(database.url, directory, name, "--format=custom");
  await client.unsafe(back);
  await client.end();
  return path;
}

describe.runIf(runs)("restore-check", () => {
  afterEach(async () => expect(await scratchDatabases(database.url)).toEqual([]));

  test("a good dump in each form: what is in it, how old it is, and that the keys fit", async () => {
    const forms = [
      good,
      script,
      changed("good.sql.gz", (text) => gzipSync(text)),
      dump(database.url, directory, "good.directory", "--format=directory"),
      dump(database.url, directory, "good.tar", "--format=tar"),
    ];
    for (const path of forms) {
      const { code, out } = await check(path);
      expect(out).toMatch(
        /^ok +dump .+ restored in .+\nok +migrations +those of this version\nok +rows +merchants: 1, customers: 24, .+\n +The newest row is of 20\S+Z, \d+ min ago: .+\nok +keys +\d+ PINs, .+ can be checked with [0-9a-f]{8}\nok +audit .+\nThis dump can be restored and used with these settings\.\n$/,
      );
      expect([path, code]).toEqual([path, 0]);
    }
  });

  test("without a server: on one of its own, of which nothing stays", async () => {
    const [data, TMPDIR] = [join(directory, "no-data"), mkdtempSync(join(directory, "temporary-"))];
    const embedded = { STAMPBOOK_DATA: data, SECRET_KEY };
    const own = { ...embedded, TMPDIR, cwd: directory };
    const { code, out } = await spawned(own, "restore-check", good);
    expect([code, out]).toEqual([0, expect.stringContaining("customers: 24")]);
    expect(readdirSync(TMPDIR)).toEqual([]);
    expect(existsSync(data)).toBe(false);
    expect(await stampbook(embedded, "restore-check", good, "--keep")).toMatchObject({ code: 2 });
    const noKey = await stampbook({ STAMPBOOK_DATA: data }, "restore-check", good);
    expect([noKey.code, noKey.err]).toEqual([1, expect.stringMatching(/^SECRET_KEY is missing/)]);
  });

  test("another key: the ids of the missing key and of the one that is set", async () => {
    const at = await dumpWith(
      "otp.dump",
      `insert into one_time_passwords (merchant_id, customer_id, purpose, mac, expires_at)
        select merchant_id, id, 'pin', '0badcafe.x', clock_timestamp() from customers limit 1`,
      "delete from one_time_passwords",
    );
    const [, right = ""] = /can be checked with (\S+)/.exec((await check(good)).out) ?? [];
    const other = { ...settings, SECRET_KEY: "quite another key for the same tests" };
    const { code, out } = await stampbook(other, "restore-check", at);
    expect(code).toBe(1);
    expect(out).toMatch(
      new RegExp(
        `^fix +keys +\\d+ PIN\\(s\\) made with a key that is not set \\(${right}\\)$`,
        "m",
      ),
    );
    expect(out).toMatch(
      /^ +1 one-time password\(s\) made with a key that is not set \(0badcafe\)$/m,
    );
    expect(out).toMatch(/^ +These settings have [0-9a-f]{8}\.$/m);
    expect(out).toMatch(/^Do not rely on this dump with these settings: keys\.$/m);
    const both = { ...other, SECRET_KEYS_OLD: SECRET_KEY };
    expect(await stampbook(both, "restore-check", good)).toMatchObject({ code: 0 });
  });

  test("a dump of an earlier version: the copy is migrated", async () => {
    const earlier = await createEmptyTestDatabase();
    await fillEarlierVersion(earlier.url, 2);
    const path = dump(earlier.url, directory, "earlier.dump", "--format=custom");
    const { code, out } = await check(path);
    const last = migrationNames.at(-1);
    expect(out).toMatch(
      new RegExp(
        `^ok +migrations +the dump is of an earlier version; .+\\(2, up to ${last}\\)`,
        "m",
      ),
    );
    expect(out).toMatch(/^ok +rows +merchants: 1, customers: 1,/m);
    expect(out).toMatch(/^ok +keys +nothing in the dump needs a key, /m);
    expect(code).toBe(0);
    await earlier.close();
  });

  test("a dump of a newer version is refused, and not checked further", async () => {
    const path = await dumpWith(
      "newer.dump",
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9000000000000)",
      "delete from drizzle.__drizzle_migrations where created_at = 9000000000000",
    );
    const { code, out } = await check(path);
    expect(out).toMatch(
      /^fix +migrations +1 newer than version \S+: the dump is of a newer version/m,
    );
    expect([code, out]).toEqual([1, expect.not.stringContaining("audit")]);
  });

  test("a dump whose balances and ledger differ: the audit names the row", async () => {
    const path = await dumpWith(
      "broken.dump",
      "update memberships set stamps = stamps + 5 where customer_id = 123",
      "update memberships set stamps = stamps - 5 where customer_id = 123",
    );
    const { code, out } = await check(path);
    expect(out).toMatch(/^fix +audit +\d+ broken; .+\n +merchant 1: .+/m);
    expect([code, out]).toEqual([1, expect.stringContaining("settings: audit.")]);
  });

  test("a dump that is cut off, in each form", async () => {
    const cut = dump(database.url, directory, "cut.dump", "--format=custom");
    truncateSync(cut, 60_000);
    const half = changed("cut.sql", (text) => text.slice(0, text.length / 2));
    const unpacked = changed("cut.sql.gz", (text) => gzipSync(text).subarray(0, 9_000));
    for (const path of [cut, half, unpacked]) {
      const { code, out } = await check(path);
      expect([code, out]).toEqual([1, expect.stringMatching(/^fix +dump .*(cut off|end of file)/)]);
    }
  });

  test("a script that names databases or roles changes nothing outside its own", async () => {
    const path = dump(database.url, directory, "create.sql", "--create", "--clean");
    const { code, out } = await check(path);
    expect([code, out]).toEqual([1, expect.stringMatching(/^fix +dump .*\(DROP DATABASE\)/)]);
    const connecting = changed("connect.sql", (text) =>
      text.replace("SET statement_timeout", "\\connect postgres\nSET statement_timeout"),
    );
    expect((await check(connecting)).out).toMatch(/^fix +dump .*\(\\connect postgres\)/);
    expect((await check(good)).code).toBe(0);
  });

  test("what is no dump, and what is not there", async () => {
    const other = await createEmptyTestDatabase();
    const empty = dump(other.url, directory, "empty.dump", "--format=custom");
    await other.close();
    expect((await check(empty)).out).toMatch(/^fix +migrations +there are no tables of Stampbook/m);
    const packed = changed("packed.gz", () => gzipSync(readFileSync(good)));
    expect((await check(packed)).out).toMatch(/^fix +dump +It is no script .* Unpack it first/);
    const refused = async (path: string) => {
      const { code, out, err } = await check(path);
      return [code, out, err];
    };
    expect(await refused(example)).toEqual([
      1,
      "",
      expect.stringMatching(/ is no dump of pg_dump/),
    ]);
    expect(await refused(directory)).toEqual([1, "", expect.stringMatching(/without toc.dat/)]);
    expect(await refused("/nowhere")).toEqual([1, "", "There is no file /nowhere.\n"]);
    expect(await check(good, "--server", "x")).toMatchObject({ code: 2, out: "" });
  });

  test("an ordinary role that may create databases is enough, and no secret is printed", async () => {
    const server = await startPostgres();
    const admin = openClient(server.adminUrl);
    await admin`create role plain login createdb password 'plain-password'`;
    const as = (role: string) => {
      const url = new URL(server.adminUrl);
      [url.username, url.password] = [role, `${role}-password`];
      return url.href;
    };
    const done = await check(good, "--server", as("plain"), "--json");
    expect(done.code).toBe(0);
    expect(JSON.parse(done.out)).toMatchObject({ is_usable: true, findings: { length: 5 } });
    // the owner of the dump's tables is no role of this server
    expect((await check(script, "--server", as("plain"))).code).toBe(0);
    await admin`alter role plain nocreatedb`;
    const poor = await check(good, "--server", as("plain"));
    expect([poor.code, poor.err]).toEqual([1, expect.stringContaining("ALTER ROLE … CREATEDB")]);
    const wrong = await check(good, "--server", as("nobody"));
    expect(wrong.code).toBe(1);
    const said = JSON.stringify([done, poor, wrong]);
    for (const secret of ["-password", SECRET_KEY]) expect(said).not.toContain(secret);
    const left = await admin`select from pg_database where datname like 'stampbook_restore%'`;
    expect(left).toHaveLength(0);
    await admin.end();
    await server.stop();
  });
});
