import { closeSync, existsSync, openSync } from "node:fs";
import { createTestDatabase, freePort, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { killServers, startServer } from "./server-process.ts";

/** Every write to this file fails as on a full disk. Only Linux has the file. */
const FULL = "/dev/full";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  killServers();
  await database?.close();
});

test.skipIf(!existsSync(FULL))(
  "a log that cannot be written ends neither the calls nor the process's way out",
  { timeout: 180_000 },
  async () => {
    const port = await freePort();
    const full = openSync(FULL, "w");
    const { child, ended, hears, said } = startServer(
      {
        NODE_ENV: "production",
        REQUIRE_HTTPS: "false",
        API_PORT: String(port),
        DATABASE_URL: database.url,
        SECRET_KEY: "a key of these tests: 5b0d77c1e9",
      },
      full,
    );
    closeSync(full);
    const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).status;
    await vi.waitFor(async () => expect(await health()).toBe(200), 100_000);
    expect(await hears(/The log cannot be written.*/)).toContain("ENOSPC");
    expect(await health()).toBe(200);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(said().match(/cannot be written/g)).toHaveLength(1);
  },
);
