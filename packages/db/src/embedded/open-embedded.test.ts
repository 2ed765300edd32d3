import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connect, DatabaseInUse, hasEmbeddedDatabase, UnusableDirectory } from "../index.ts";
import { startNode } from "../testing/node-process.ts";
import { npmBinaries } from "./binaries.ts";
import { filesIn, MAJOR } from "./files.ts";
import { readOwner } from "./owner.ts";

/** Opens the directory as the API does, inserts rows, and prints the number of each committed row. */
const writeForever = `
  import { sql } from "drizzle-orm";
  import { connect } from "./connecting/connect.ts";
  const { db } = await connect({ directory: process.argv[1] }, { isApi: true });
  await db.execute(sql\`create table if not exists written (n int)\`);
  for (let n = await db.$count(sql\`written\`); ; n++) {
    await db.execute(sql\`insert into written values (\${n})\`);
    console.log(n);
  }`;

// a path as others have it: with a blank and a letter that is not ASCII
const root = mkdtempSync(join(tmpdir(), "stampbook embedded é "));
const template = join(root, "template");
let directory: string;
let tests = 0;
beforeAll(async () => {
  const { close } = await connect({ directory: template });
  await close();
});
beforeEach(() => {
  directory = join(root, `data ${++tests}`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Copies a ready database to the directory, because creating one takes longer than most tests. */
const copyDatabase = () => execFileSync("cp", ["-a", template, directory]);

const serverPid = () =>
  Number(readFileSync(join(filesIn(directory).data, "postmaster.pid"), "utf8").split("\n")[0]);

/** Whether a process runs. One that has ended may stay in the table until its parent notices. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "stat="], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

test("the programs are of the version that the data directory is checked against", () => {
  const version = execFileSync(join(npmBinaries(), "initdb"), ["--version"], { encoding: "utf8" });
  expect(version).toContain(`(PostgreSQL) ${MAJOR}.`);
});

describe("one owner", () => {
  beforeEach(copyDatabase);

  test("a second API is refused, and a command uses the server of the first", async () => {
    const api = await connect({ directory }, { isApi: true });
    await api.db.execute(sql`create table kept as select 'here' as what`);
    const second = connect({ directory }, { isApi: true });
    await expect(second).rejects.toThrow(DatabaseInUse);
    await expect(second).rejects.toMatchObject({
      pid: process.pid,
      message: expect.stringMatching(/^The embedded database in .+ is in use by process \d+/),
    });
    const command = await connect({ directory }, { migrate: false });
    expect(await command.db.$count(sql`kept`)).toBe(1);
    await command.close();
    expect(await api.db.$count(sql`kept`)).toBe(1);
    const pid = serverPid();
    await api.close();
    expect(isRunning(pid)).toBe(false);
  });

  test("a command starts the server itself, lets other commands use it, and stops it after them", async () => {
    const said: string[] = [];
    const first = await connect({ directory }, { onWait: (says) => said.push(says) });
    const second = await connect({ directory });
    const pid = serverPid();
    const closing = first.close();
    await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 60_000 });
    expect(said[0]).toMatch(/^Waiting for another command/);
    expect(await second.db.$count(sql`merchants`)).toBe(0);
    await second.close();
    await closing;
    expect(isRunning(pid)).toBe(false);
  });

  test("an API waits for the end of a command", async () => {
    const command = await connect({ directory });
    const said: string[] = [];
    const waiting = connect({ directory }, { isApi: true, onWait: (says) => said.push(says) });
    await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 60_000 });
    expect(said[0]).toMatch(/^Waiting for process \d+, which uses the database/);
    await command.close();
    const api = await waiting;
    expect(readOwner(filesIn(directory))).toMatchObject({ isApi: true });
    await api.close();
  });
});

describe("nothing acknowledged is lost", () => {
  beforeEach(copyDatabase);

  test("when the owner is killed: its server ends, and the next owner finds every row", async () => {
    let acknowledged = -1;
    for (let round = 0; round < 3; round++) {
      const owner = startNode(writeForever, directory);
      for (let rows = 0; rows < 50; rows++) acknowledged = Number(await owner.line());
      const server = serverPid();
      await owner.kill9();
      for (let line = await owner.line(); line !== undefined; line = await owner.line())
        acknowledged = Number(line);
      const { db, close } = await connect({ directory });
      expect(serverPid()).not.toBe(server);
      expect(isRunning(server)).toBe(false);
      expect(await db.$count(sql`written`)).toBeGreaterThanOrEqual(acknowledged + 1);
      await close();
    }
  });

  test("when the server is killed: it starts again at the same port, and the open database goes on", async () => {
    const { db, close } = await connect({ directory }, { isApi: true });
    await db.execute(sql`create table kept as select 'here' as what`);
    const killed = serverPid();
    process.kill(killed, "SIGKILL");
    await vi.waitFor(() => expect(serverPid()).not.toBe(killed), { timeout: 60_000 });
    await vi.waitFor(async () => expect(await db.$count(sql`kept`)).toBe(1), { timeout: 60_000 });
    await close();
  });

  test.each([
    ["our own, as in a container", process.pid],
    ["another process's, as after a reboot", process.ppid],
  ])("F7: a pid file left behind with a pid that is now %s, is stale", async (_, pid) => {
    writeFileSync(
      join(filesIn(directory).data, "postmaster.pid"),
      `${pid}\n${filesIn(directory).data}\n1\n5432\n\n127.0.0.1\n`,
    );
    const open = await connect({ directory });
    expect(await open.db.$count(sql`merchants`)).toBe(0);
    await open.close();
  });

  test("writes reach the disk before they are acknowledged", async () => {
    const { db, close } = await connect({ directory });
    const found = await db.execute(sql`select current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`);
    expect(found).toEqual([{ fsync: "on", commit: "on", pages: "on" }]);
    await close();
  });
});

test("an interrupted creation is begun anew", async () => {
  mkdirSync(join(filesIn(directory).unfinished, "base"), { recursive: true });
  const { close } = await connect({ directory });
  await close();
  expect(existsSync(filesIn(directory).unfinished)).toBe(false);
});

describe("a directory that cannot be opened is refused, and not changed", () => {
  test.each([
    [
      "of an earlier version",
      "database",
      "18",
      /made by an earlier version.+export each merchant/s,
    ],
    ["of another PostgreSQL", "postgresql", "17", /made by PostgreSQL 17, but.+has PostgreSQL 18/s],
    ["without its password", "postgresql", MAJOR, /password of the database, .+, is missing/],
  ])("%s", async (_, folder, major, says) => {
    mkdirSync(join(directory, folder), { recursive: true });
    writeFileSync(join(directory, folder, "PG_VERSION"), `${major}\n`);
    const before = execFileSync("find", [directory], { encoding: "utf8" });
    await expect(connect({ directory })).rejects.toThrow(UnusableDirectory);
    await expect(connect({ directory }, { isApi: true })).rejects.toThrow(says);
    expect(() => hasEmbeddedDatabase(directory)).toThrow(says);
    expect(execFileSync("find", [directory], { encoding: "utf8" })).toBe(before);
  });
});

describe("only its owner reaches it", () => {
  beforeEach(copyDatabase);

  test("L4 (S21): only the owner can enter the directory, also one that was open to others", async () => {
    chmodSync(directory, 0o755);
    const { close } = await connect({ directory });
    await close();
    const { data, password } = filesIn(directory);
    expect([directory, data].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(statSync(password).mode & 0o777).toBe(0o600);
    // a copy of the database alone is not open either
    const inside = readdirSync(data, { recursive: true }).map((name) => join(data, String(name)));
    expect(inside.length).toBeGreaterThan(100);
    expect(inside.filter((path) => statSync(path).mode & 0o077)).toEqual([]);
  });

  test("the server listens on loopback, asks for the password, and has no secret of ours in its environment", async () => {
    vi.stubEnv("SECRET_KEY", "not for the server");
    const { db, close } = await connect({ directory }, { isApi: true });
    const found = await db.execute(sql`select current_setting('listen_addresses') as hosts,
      current_setting('unix_socket_directories') as sockets,
      (select count(*)::int from pg_hba_file_rules where auth_method <> 'scram-sha-256') as open`);
    expect(found).toMatchObject([{ hosts: "127.0.0.1", sockets: "", open: 0 }]);
    const port = readOwner(filesIn(directory))?.port;
    const stranger = connect({
      url: `postgres://stampbook:guess@127.0.0.1:${port}/stampbook`,
    });
    await expect(stranger).rejects.toMatchObject({ code: "28P01" });
    if (process.platform === "linux")
      expect(readFileSync(`/proc/${serverPid()}/environ`, "utf8")).not.toContain("SECRET_KEY");
    vi.unstubAllEnvs();
    await close();
  });
});
