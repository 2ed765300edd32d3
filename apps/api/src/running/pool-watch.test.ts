import { createTestDatabase, openClient, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createPoolWatch, SILENT_MS } from "./pool-watch.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.close());

const until = (look: () => void) => vi.waitFor(look, { timeout: 50_000, interval: 10 });

/**
 * Creates a watch with the test's own clock. The pool always reports that it has failed for `failingForMs`.
 * `remove` drops the pool's database.
 */
async function watching(failingForMs: number, askAnew: () => Promise<unknown>) {
  const pool = await createTestDatabase();
  const said: string[] = [];
  let clock = 0;
  let asked = 0;
  const load = () => ({ ...pool.load(), failingForMs });
  const watch = createPoolWatch({
    db: pool.db,
    load,
    askAnew: async () => {
      asked++;
      return askAnew();
    },
    log: { error: (line: unknown) => said.push(String(line)) } as never,
    now: () => clock,
  });
  const look = () => {
    clock += 10_000;
    watch.look();
  };
  return { watch, look, said, asked: () => asked, remove: pool.close };
}

it("F7: a pool that fails while a new connection answers is dead, and said so once", async () => {
  const { watch, look, said, remove } = await watching(SILENT_MS, async () => {});
  expect(watch.isDead()).toBe(false);
  look();
  // the pool answers this check, so it still counts as alive
  await until(() => expect(watch.isDead()).toBe(false));
  await remove();
  await until(() => {
    look();
    expect(watch.isDead()).toBe(true);
  });
  look();
  expect(said).toHaveLength(1);
});

it("F7: a database that is away lets the process live, for a new one would fare no better", async () => {
  const { watch, look, asked, remove } = await watching(10 * SILENT_MS, async () => {
    throw new Error("refused");
  });
  await remove();
  await until(() => {
    look();
    expect(asked()).toBeGreaterThan(1);
  });
  expect(watch.isDead()).toBe(false);
});

it("F7: a short failure is none, and nobody asks by a new connection", async () => {
  const { watch, look, asked, remove } = await watching(SILENT_MS - 1, async () => {});
  await remove();
  look();
  look();
  expect([watch.isDead(), asked()]).toEqual([false, 0]);
});

it("F7: a pool that answers again is alive again", async () => {
  let failing = SILENT_MS;
  let clock = 0;
  const elsewhere = new URL(database.url);
  elsewhere.pathname = "/postgres";
  const client = openClient(elsewhere.href);
  const watch = createPoolWatch({
    db: database.db,
    load: () => ({ ...database.load(), failingForMs: failing }),
    askAnew: async () => {},
    log: { error: () => {} } as never,
    now: () => clock,
  });
  const name = new URL(database.url).pathname.slice(1);
  const look = () => {
    clock += 10_000;
    watch.look();
  };
  await client.unsafe(`alter database ${name} allow_connections false`);
  await client`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${name}`;
  await until(() => {
    look();
    expect(watch.isDead()).toBe(true);
  });
  await client.unsafe(`alter database ${name} allow_connections true`);
  failing = 0;
  await until(() => {
    look();
    expect(watch.isDead()).toBe(false);
  });
  await client.end();
});
