import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHarness } from "@stampbook/core/testing";
import {
  createEmptyTestDatabase,
  createTestDatabase,
  type TestDatabase,
} from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killServers, startServer, untilClosed } from "./server-process.ts";

const directory = mkdtempSync(join(tmpdir(), "stampbook-server-"));
const SECRET_KEY = "a key of these tests: 81f0c2d97b";
let database: TestDatabase;
let onServer: { DATABASE_URL: string; SECRET_KEY: string };
beforeAll(async () => {
  database = await createTestDatabase();
  // a database with a merchant gets no demo
  await createHarness(database.db).given.merchant();
  onServer = { DATABASE_URL: database.url, SECRET_KEY };
});
afterAll(async () => {
  killServers();
  await database?.close();
  rmSync(directory, { recursive: true, force: true });
});

const start = (settings: Record<string, string>) =>
  startServer({ STAMPBOOK_DATA: join(directory, "data"), ...settings });

/** Checks that the call printed by the first start redeems a voucher. */
async function tryWhatItTells(said: string) {
  const [, url = "", token = "", body = ""] =
    /curl -X POST (\S+) -H 'Authorization: Token (\S+)' .* -d '(.*)'/.exec(said) ?? [];
  const headers = { authorization: `Token ${token}`, "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  expect([answer.status, await answer.json()]).toMatchObject([200, { redemption: {} }]);
}

describe("the process", () => {
  it("starts with nothing set, answers, ends at SIGTERM, and finds its data again", async () => {
    const first = start({});
    const ready = await fetch(`${await first.address()}/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ok" }]);
    await tryWhatItTells(first.said());

    // it stops at a signal, and finds its data again
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    const again = start({});
    await again.address();
    expect(again.said()).not.toContain("Token of a till");
    again.child.kill("SIGINT");
    expect(await again.ended).toBe(0);
  });

  it("answers the call that is under way before it goes", async () => {
    const { child, address, ended } = start(onServer);
    const url = await address();
    const call = request(`${url}/trpc/diagnostics.ping`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": 2,
        expect: "100-continue",
      },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      call.on("error", reject).on("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    // the server has the headers, and waits for the body
    await new Promise((resolve) => call.on("continue", resolve).flushHeaders());
    child.kill("SIGTERM");
    await untilClosed(url);
    call.end("{}");
    expect(await answered).toBe(401);
    expect(await ended).toBe(0);
  });

  it("says which port is in use", async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) =>
      taken.listen(0, "127.0.0.1", () => {
        const address = taken.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      }),
    );
    const { ended, said } = start({ ...onServer, API_PORT: String(port) });
    expect(await ended).toBe(1);
    expect(said()).toContain(`Port ${port} is in use.`);
    expect(said()).not.toContain("    at ");
    taken.close();
  });

  it.each([
    [{ API_PORT: "http" }, "API_PORT must be a port number."],
    [{ NODE_ENV: "production" }, "SECRET_KEY is missing."],
    [
      { DATABASE_URL: "postgres://nobody@127.0.0.1:9/x", SECRET_KEY },
      "The database does not answer:",
    ],
  ])("says what is wrong with %j", async (settings, message) => {
    const { ended, said } = start(settings);
    expect(await ended).toBe(1);
    expect(said()).toContain(message);
    expect(said()).not.toContain("    at ");
  });

  it("O1: does not start in production where it can check no PIN, and says which key is missing", async () => {
    const refused = start({ SECRET_KEY, NODE_ENV: "production" });
    expect(await refused.ended).toBe(1);
    expect(refused.said()).toMatch(
      /^No PIN can be checked: 3 PIN\(s\) made with a key that is not set/m,
    );
    expect(refused.said()).not.toContain("API:");
  });

  it("says in production that the embedded database is for trying", async () => {
    const SECRET_KEYS_LOST = await start({ SECRET_KEY, NODE_ENV: "production" }).hears(
      /SECRET_KEYS_LOST=([0-9a-f]{8}):/,
    );
    const { child, hears, ended } = start({
      SECRET_KEY,
      SECRET_KEYS_LOST,
      NODE_ENV: "production",
    });
    await hears(/^DATABASE_URL is not set: .*$/m);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("brings an empty PostgreSQL up to date, and requires HTTPS in production", async () => {
    const database = await createEmptyTestDatabase();
    const { child, address, ended, said } = start({
      DATABASE_URL: database.url,
      SECRET_KEY,
      NODE_ENV: "production",
    });
    const url = await address();
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const ping = await fetch(`${url}/api/ping`, { method: "POST" });
    expect([ping.status, await ping.json()]).toEqual([
      403,
      { detail: "Please use https instead of http" },
    ]);
    expect(said()).toContain("TRUSTED_PROXIES names no proxy");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await database.close();
  });
});
