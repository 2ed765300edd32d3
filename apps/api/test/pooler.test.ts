import { setTimeout as pause } from "node:timers/promises";
import { createHarness } from "@stampbook/core/testing";
import {
  createTestDatabase,
  hasPgbouncer,
  type RunningPooler,
  startPgbouncer,
  type TestDatabase,
} from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killServers, startServer } from "./server-process.ts";

const REPLICAS = 3;
const SECRET_KEY = "one key for all of the replicas behind it";

describe.skipIf(!hasPgbouncer())(
  "replicas behind PgBouncer in transaction mode",
  { timeout: 180_000 },
  () => {
    let database: TestDatabase;
    let pooler: RunningPooler;
    beforeAll(async () => {
      database = await createTestDatabase();
      // fewer connections to the server than one replica alone would use
      pooler = await startPgbouncer(database.url, { default_pool_size: 4 });
    });
    afterAll(async () => {
      killServers();
      await pooler?.stop();
      await database?.close();
    });

    it("F5: three start by the plain address, and serve while /ready is polled", async () => {
      const t = createHarness(database.db);
      const merchant = await t.given.merchant();
      const secret = t.deps.secrets.newTokenSecret();
      await t.given.token(merchant, { secret, hash: t.deps.secrets.hashToken(secret) });
      const settings = { DATABASE_URL: pooler.url, SECRET_KEY };
      const servers = Array.from({ length: REPLICAS }, () => startServer(settings));
      const addresses = await Promise.all(servers.map((server) => server.address()));

      let isPolled = true;
      const polls = addresses.map(async (address) => {
        const seen = new Map<number, number>();
        while (isPolled) {
          const { status } = await fetch(`${address}/ready`, {
            signal: AbortSignal.timeout(30_000),
          });
          seen.set(status, (seen.get(status) ?? 0) + 1);
          await pause(5);
        }
        return seen;
      });
      const CALLS = 200;
      const answers = await Promise.all(
        Array.from({ length: REPLICAS * CALLS }, async (_, call) => {
          const answer = await fetch(`${addresses[call % REPLICAS]}/api/ping`, {
            method: "POST",
            headers: { authorization: `Token ${secret}` },
            signal: AbortSignal.timeout(50_000),
          });
          return answer.status;
        }),
      );
      isPolled = false;
      // every call must be answered, if only with 503 by a busy machine, or with 429 above 200 calls a second
      expect(answers.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
      expect(answers).toContain(200);
      for (const seen of await Promise.all(polls)) expect(seen.get(200)).toBeGreaterThan(0);
      for (const address of addresses)
        expect((await fetch(`${address}/ready`)).status, address).toBe(200);
    });

    it("F5: a start that the pooler makes impossible ends with words, and does not listen", async () => {
      const byStatement = await startPgbouncer(database.url, { pool_mode: "statement" });
      const server = startServer({ DATABASE_URL: byStatement.url, SECRET_KEY });
      expect(await server.ended).toBe(1);
      expect(server.said()).toMatch(/refuses: .*statement pooling mode\. .*pool_mode/);
      await byStatement.stop();

      const unknown = startServer({ DATABASE_URL: `${pooler.url}?work_mem=8MB`, SECRET_KEY });
      expect(await unknown.ended).toBe(1);
      expect(unknown.said()).toMatch(/The database refuses: .*work_mem\. .*DATABASE_URL/);
      expect(unknown.said()).not.toContain(new URL(pooler.url).password);
    });
  },
);
