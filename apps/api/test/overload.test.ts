import { once } from "node:events";
import { connect } from "node:net";
import { createHarness, untilWaiting } from "@stampbook/core/testing";
import { createTestDatabase, openClient, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { killServers, startServer } from "./server-process.ts";

const busy = { detail: "Too busy, please try again." };

describe("a process that is full", { timeout: 180_000 }, () => {
  let database: TestDatabase;
  let token = "";
  let redeem: (url: string, what?: "voucher" | "reward") => Promise<Response>;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { given, deps } = createHarness(database.db);
    const merchant = await given.merchant();
    token = deps.secrets.newTokenSecret();
    await given.token(merchant, { secret: token, hash: deps.secrets.hashToken(token) });
    redeem = (url, what = "voucher") =>
      fetch(`${url}/api/v2/redemptions/redeem-${what}`, {
        method: "POST",
        headers: { authorization: `Token ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ user: "nobody@example.com", [what]: 1, store: 1 }),
      });
  });
  afterAll(async () => {
    killServers();
    await database?.close();
  });

  const start = async (settings: Record<string, string>) => {
    const server = startServer({
      NODE_ENV: "production",
      REQUIRE_HTTPS: "false",
      DATABASE_URL: database.url,
      SECRET_KEY: "a key of these tests: 81f0c2d97b",
      ...settings,
    });
    const url = await server.address();
    // the first call looks the token up, so that later calls find it cached
    await fetch(`${url}/api/ping`, {
      method: "POST",
      headers: { authorization: `Token ${token}` },
    });
    return { ...server, url };
  };

  /** Locks the customers, so that calls that read them wait until `meanwhile` has ended. */
  async function locking(meanwhile: (client: ReturnType<typeof openClient>) => Promise<void>) {
    const client = openClient(database.url, 2);
    try {
      await client.begin(async (tx) => {
        await tx`lock table customers in access exclusive mode`;
        await meanwhile(client);
      });
    } finally {
      await client.end();
    }
  }

  const patient = { LOCK_TIMEOUT_MS: "40000", STATEMENT_TIMEOUT_MS: "50000" };

  it("F3: refuses further calls before routing and before their body, but for probes", async () => {
    const { url, hears, said } = await start({
      ...patient,
      QUEUE_LIMIT: "2",
      REQUEST_DEADLINE_MS: "50000",
    });
    let held: Promise<Response>[] = [];
    await locking(async (client) => {
      // two operations, because calls of one share a statement, and while one waits for the database its
      // operation gets only half of the places
      held = [redeem(url, "voucher")];
      await untilWaiting(client, 1);
      held.push(redeem(url, "reward"));
      await untilWaiting(client, 2);
      for (const path of ["/api/ping", "/api/unknown", "/docs"]) {
        const answer = await fetch(`${url}${path}`, { method: "POST" });
        expect([answer.status, await answer.json()]).toEqual([503, busy]);
        expect(answer.headers.get("retry-after")).toBe("1");
        expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
      const trpc = await fetch(`${url}/trpc/diagnostics.ping`);
      expect([trpc.status, await trpc.json()]).toMatchObject([
        503,
        { error: { data: { failure: { code: "overloaded", field: null, retryAfter: 1 } } } },
      ]);
      expect(await answerToHead(url)).toMatch(/^HTTP\/1\.1 503 /);
      for (const path of ["/health", "/ready", "/health?from=balancer"])
        expect((await fetch(`${url}${path}`)).status).toBe(200);
    });
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([400, 400]);
    expect((await redeem(url)).status).toBe(400);
    await hears(/calls were refused/);
    const lines = said().match(/"refused":(\d+)/g) ?? [];
    const refused = lines.reduce((sum, line) => sum + Number(line.split(":")[1]), 0);
    expect(refused).toBe(5);
  });

  /** Sends the headers of a call and no body, and returns the answer. */
  async function answerToHead(url: string): Promise<string> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(
      "POST /api/ping HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n",
    );
    const [seen] = await once(socket, "data");
    socket.destroy();
    return String(seen);
  }

  it("F3: answers 503 at a call's deadline, and ends no statement that was sent", async () => {
    const { url } = await start({ ...patient, REQUEST_DEADLINE_MS: "500" });
    await locking(async (client) => {
      const answer = await redeem(url);
      expect([answer.status, await answer.json()]).toEqual([503, busy]);
      expect(answer.headers.get("retry-after")).toBe("1");
      await untilWaiting(client, 1);
    });
    await vi.waitFor(async () => expect((await redeem(url)).status).toBe(400), {
      timeout: 60_000,
      interval: 20,
    });
  });
});
