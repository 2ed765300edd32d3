import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killServers, type ServerProcess, startServer } from "../server-process.ts";
import { spawned, stampbook } from "./stampbook.ts";

// one database for all tests here, because creating it is slow
const directory = mkdtempSync(join(tmpdir(), "stampbook-embedded-"));
const data = join(directory, "data");
const embedded = { STAMPBOOK_DATA: data };
afterAll(() => {
  killServers();
  rmSync(directory, { recursive: true, force: true });
});

/** The processes whose command line names the data: the server of the database. */
const serversOf = () =>
  execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(data));

const SECRET_KEY = "a key for the tests of the command line";
const merchant = {
  id: 1,
  name: "Kopi Kemang",
  country: "ID",
  timezone: "Asia/Jakarta",
  currency: "IDR",
};
const customers = [1, 2, 3].map((id) => ({ id, membership: { stamps: 20 } }));
const file = join(directory, "merchant.json");
writeFileSync(file, JSON.stringify({ merchant, customers }));

const onlyReading = [
  ["audit"],
  ["export", "--merchant", "1"],
  ["token", "list", "--merchant", "1"],
];

/** Checks what each command answers about the imported merchant. */
async function expectCommandsWork() {
  expect(await stampbook(embedded, "audit")).toEqual({
    code: 0,
    out: "Merchant 1, Kopi Kemang: nothing broken\n",
    err: "",
  });
  const doctor = await stampbook(embedded, "doctor");
  expect(doctor).toMatchObject({ code: 0, out: expect.stringContaining("1 Kopi Kemang") });
  expect(doctor.out).toContain(`database: embedded, in ${data}`);
  expect(doctor.out).not.toMatch(/^fix/m);
  const { code, out, err } = await stampbook(embedded, "export", "--merchant", "1");
  expect([code, err]).toEqual([0, ""]);
  expect(JSON.parse(out)).toMatchObject({ merchant: { id: 1 }, customers: { length: 3 } });
}

/** Makes a token by a command, and returns it. */
async function createToken(name: string): Promise<string> {
  const words = ["--merchant", "1", "--name", name, "--scopes", "redemptions"];
  const { code, out, err } = await stampbook(embedded, "token", "create", ...words);
  expect([code, err]).toEqual([0, ""]);
  return /sb_live_\S{43}/.exec(out)?.[0] ?? "";
}

describe("where no API runs", () => {
  test("what only reads makes nothing", async () => {
    for (const command of onlyReading)
      expect(await stampbook(embedded, ...command)).toEqual({
        code: 1,
        out: "",
        err: "There is no database yet: the first start creates it.\n",
      });
    const { code, out } = await stampbook(embedded, "doctor");
    expect(code).toBe(0);
    expect(out).toMatch(/^ok +secret key +none yet/m);
    expect(out).toMatch(/^ok +database +none yet/m);
    expect(existsSync(data)).toBe(false);
  });

  test("nor where the directory is there without a database, as with a secret key alone", async () => {
    const STAMPBOOK_DATA = mkdtempSync(join(directory, "empty-"));
    writeFileSync(join(STAMPBOOK_DATA, "secret-key"), "x");
    for (const command of onlyReading)
      expect(await stampbook({ STAMPBOOK_DATA }, ...command)).toMatchObject({
        code: 1,
        err: "There is no database yet: the first start creates it.\n",
      });
    const { out } = await stampbook({ STAMPBOOK_DATA }, "doctor");
    expect(out).toMatch(/^ok +database +none yet/m);
    expect(readdirSync(STAMPBOOK_DATA)).toEqual(["secret-key"]);
  });

  test("an import creates the database, and leaves no server", async () => {
    const { code, out, err } = await spawned({ ...embedded, cwd: directory }, "import", file);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Imported merchant 1, Kopi Kemang:");
    expect(serversOf()).toEqual([]);
  });

  test("each command starts the server, and stops it", async () => {
    await expectCommandsWork();
    await createToken("Made without the API");
    expect(serversOf()).toEqual([]);
  });

  test("doctor has production set DATABASE_URL", async () => {
    const production = { ...embedded, NODE_ENV: "production", SECRET_KEY, REQUIRE_HTTPS: "false" };
    const { code, out } = await stampbook(production, "doctor");
    expect(code).toBe(1);
    expect(out).toMatch(/^fix +settings +database: embedded, in .*\n +DATABASE_URL is not set:/m);
  });
});

describe("beside an API", () => {
  let api: ServerProcess;
  let url = "";
  beforeAll(async () => {
    api = startServer(embedded);
    url = await api.address();
  });
  const ping = async (token: string) => {
    const headers = { authorization: `Token ${token}` };
    return (await fetch(`${url}/api/ping`, { method: "POST", headers })).status;
  };
  let token = "";

  test("each command uses its server, and leaves it running", async () => {
    const servers = serversOf();
    expect(servers.length).toBeGreaterThan(0);
    await expectCommandsWork();
    token = await createToken("Made beside the API");
    expect(await ping(token)).toBe(200);
    expect(await spawned({ ...embedded, cwd: directory }, "audit")).toMatchObject({ code: 0 });
    expect(serversOf()).toEqual(expect.arrayContaining(servers.slice(0, 1)));
  });

  test("a second API is refused with one line, and the first serves on", async () => {
    const second = startServer(embedded);
    expect(await second.ended).toBe(1);
    expect(second.said()).toMatch(
      new RegExp(`^The embedded database in .* is in use by process ${api.child.pid}, .*\\n$`),
    );
    expect(await ping(token)).toBe(200);
  });

  test("after kill -9 of the API, a command finds everything, and leaves no server", async () => {
    api.child.kill("SIGKILL");
    await api.ended;
    await expectCommandsWork();
    const { out } = await stampbook(embedded, "token", "list", "--merchant", "1");
    expect(out).toMatch(/Made without the API .*\n.*Made beside the API /);
    expect(serversOf()).toEqual([]);
  });
});

test.each([
  ["an earlier version of Stampbook", "database", "18"],
  ["PostgreSQL 17", "postgresql", "17"],
])(
  "data made by %s is refused with one line, and stays as it was",
  async (maker, folder, major) => {
    const STAMPBOOK_DATA = mkdtempSync(join(directory, "old-"));
    mkdirSync(join(STAMPBOOK_DATA, folder));
    const version = join(STAMPBOOK_DATA, folder, "PG_VERSION");
    writeFileSync(version, `${major}\n`);
    const says = new RegExp(
      `^The database in .* was made by ${maker}.* Nothing was changed\\..*\\n$`,
    );
    for (const command of [["import", file], ...onlyReading]) {
      const { code, out, err } = await stampbook({ STAMPBOOK_DATA }, ...command);
      expect([command, code, out, err]).toEqual([command, 1, "", expect.stringMatching(says)]);
    }
    const api = startServer({ STAMPBOOK_DATA });
    expect([await api.ended, api.said()]).toEqual([1, expect.stringMatching(says)]);
    expect(readFileSync(version, "utf8")).toBe(`${major}\n`);
    expect(readdirSync(join(STAMPBOOK_DATA, folder))).toEqual(["PG_VERSION"]);
  },
);
