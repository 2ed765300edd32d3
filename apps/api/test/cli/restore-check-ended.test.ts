import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "@stampbook/db";
import {
  hasClientPrograms,
  openClient,
  type RunningPostgres,
  startPostgres,
} from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dump, scratchDatabases } from "./dumps.ts";
import { program, stampbook, withNode } from "./stampbook.ts";

const SECRET_KEY = "a key for the tests of the command line";
const END = "-- PostgreSQL database dump complete";
const directory = mkdtempSync(join(tmpdir(), "stampbook-ended-"));
const runs = await hasClientPrograms();
let server: RunningPostgres;
let endless = "";

beforeAll(async () => {
  if (!runs) return;
  server = await startPostgres();
  await (await connect({ url: server.url })).close();
  const script = readFileSync(dump(server.url, directory, "good.sql"), "utf8");
  endless = join(directory, "endless.sql");
  writeFileSync(endless, script.replace(END, `SELECT pg_sleep(100000);\n${END}`));
});
afterAll(async () => {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a drill, and waits until its script has come to the statement that does not end. */
async function startDrill() {
  const child = spawn(program, ["restore-check", endless], {
    env: { ...withNode, DATABASE_URL: server.url, SECRET_KEY },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ended = once(child, "close").then(([code]: (number | null)[]) => code);
  const client = openClient(server.url);
  const isThere = () => client`select from pg_stat_activity
    where datname like 'stampbook_restore%' and query like 'SELECT pg_sleep(100000)%'`;
  while (!(await isThere()).length) {
    if (child.exitCode !== null) throw new Error(`it ended: ${said}`);
    await pause(20);
  }
  await client.end();
  return { child, ended, said: () => said };
}

/** The command lines of the programs that restore. Other users of the machine see them too. */
const argumentsOfPsql = () =>
  execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("psql --no-psqlrc"))
    .join("\n");

describe.runIf(runs)("a drill that is ended", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "by %s drops its database",
    async (signal) => {
      const { child, ended, said } = await startDrill();
      expect(await scratchDatabases(server.url)).toHaveLength(1);
      expect(argumentsOfPsql()).toContain("--dbname=stampbook_restore");
      expect(argumentsOfPsql()).not.toContain(new URL(server.url).password);
      child.kill(signal);
      expect(await ended).toBe(1);
      expect(said()).toMatch(/^Restoring .+\nInterrupted\. The copy was removed\.\n$/);
      expect(await scratchDatabases(server.url)).toEqual([]);
    },
  );

  test("by kill -9 cannot, and the next one names what it left", async () => {
    const { child, ended } = await startDrill();
    child.kill("SIGKILL");
    await ended;
    const left = await scratchDatabases(server.url);
    expect(left).toHaveLength(1);
    const good = join(directory, "good.sql");
    const settings = { DATABASE_URL: server.url, SECRET_KEY };
    const kept = await stampbook(settings, "restore-check", good, "--keep");
    expect(kept.err).toContain(`Earlier runs left ${left[0]} `);
    const [, name = ""] = /^It stays\. .+: DROP DATABASE (\w+);$/m.exec(kept.err) ?? [];
    expect(await scratchDatabases(server.url)).toContain(name);
  });
});
