import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Db, inTransaction } from "../index.ts";
import { createTestDatabase, openClient, type TestDatabase } from "../testing/index.ts";

let served: TestDatabase;
let outside: postgres.Sql;

beforeAll(async () => {
  served = await createTestDatabase({ connections: 1 });
  outside = openClient(served.url);
  await outside`create table traces (of text)`;
});
beforeEach(() => outside`truncate traces`);
afterAll(async () => {
  await outside.end();
  await served.close();
});

const trace = (tx: Db, of: string) => tx.execute(sql`insert into traces values (${of})`);
const traces = async () => (await outside`select of from traces order by of`).map((row) => row.of);

/** Ends every connection except the outside one, as a failover does. */
const cutConnections = () =>
  outside`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;

function signal<Value = void>() {
  let give: (value: Value) => void = () => {};
  const given = new Promise<Value>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/**
 * Runs two transactions over the only connection. Cuts the connection while the first transaction awaits
 * other work.
 */
async function loseConnectionBetweenStatements(db: Db, afterwards: (tx: Db) => Promise<unknown>) {
  const firstWaits = signal();
  const firstGoesOn = signal();
  const firstEnds = signal<unknown>();
  const first = inTransaction(db, async (tx) => {
    await trace(tx, "first, before");
    firstWaits.give();
    await firstGoesOn.given;
    try {
      firstEnds.give(await afterwards(tx));
    } catch (error) {
      firstEnds.give(error);
      throw error;
    }
  });
  const firstOutcome = Promise.allSettled([first]);
  await firstWaits.given;
  await cutConnections();
  const [{ status }] = await firstOutcome;

  const second = inTransaction(db, async (tx) => {
    await trace(tx, "second");
    firstGoesOn.give();
    await firstEnds.given;
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error("the second changes its mind");
  });
  await expect(second).rejects.toThrow("the second changes its mind");
  return { first: status, end: await firstEnds.given };
}

describe("a connection that dies while a transaction awaits something else", () => {
  const writesMore = (tx: Db) => trace(tx, "first, after");
  const isDone = async () => "done";

  test.each([
    ["writes more", writesMore, { cause: expect.objectContaining({ code: "57P01" }) }],
    ["is done", isDone, "done"],
  ])("F4: nothing stays, when the first then %s", async (_, afterwards, expected) => {
    const { first, end } = await loseConnectionBetweenStatements(served.db, afterwards);
    expect(first).toBe("rejected");
    expect(end).toEqual(
      typeof expected === "string" ? expected : expect.objectContaining(expected),
    );
    expect(await traces()).toEqual([]);
  });
});

describe("a connection that dies under a statement of a transaction", () => {
  test.each([
    ["itself", (tx: Db) => tx.execute(sql`select pg_sleep(60)`)],
    ["in a savepoint", (tx: Db) => inTransaction(tx, (inner) => sleep(inner))],
    ["with the failure ignored", (tx: Db) => sleep(tx).catch(() => {})],
    [
      "with the failure answered by another statement",
      (tx: Db) => sleep(tx).catch(() => trace(tx, "late")),
    ],
  ])("F1: %s: it rejects, and the next one is served", async (_, work) => {
    for (let round = 0; round < 5; round++) {
      const started = inTransaction(served.db, async (tx) => {
        await trace(tx, "lost");
        await work(tx);
      });
      const outcome = Promise.allSettled([started]);
      await untilAsleep();
      await cutConnections();
      expect(await outcome).toMatchObject([{ status: "rejected" }]);
      await inTransaction(served.db, (tx) => trace(tx, `kept ${round}`));
    }
    expect(await traces()).toEqual([0, 1, 2, 3, 4].map((round) => `kept ${round}`));
  });

  test("F1: without drizzle between, the answer to the failure is not sent", async () => {
    const client = openClient(served.url);
    const late = signal<unknown>();
    const lost = client.begin(async (tx) => {
      try {
        await tx.unsafe("select pg_sleep(60)");
      } catch {
        try {
          late.give(await tx.unsafe("insert into traces values ('late')"));
        } catch (error) {
          late.give(error);
        }
      }
    });
    const outcome = Promise.allSettled([lost]);
    await untilAsleep();
    await cutConnections();
    expect(await outcome).toMatchObject([{ status: "rejected", reason: { code: "57P01" } }]);
    expect(await late.given).toMatchObject({ code: "57P01" });
    await client`select 1`;
    expect(await traces()).toEqual([]);
    await client.end();
  });

  const sleep = (tx: Db) => tx.execute(sql`select pg_sleep(60)`);

  async function untilAsleep() {
    const asleep = () => outside`select 1 from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`;
    while ((await asleep()).length === 0);
  }
});

describe("a transaction", () => {
  let open: TestDatabase;
  beforeAll(async () => {
    open = await createTestDatabase();
    await open.db.execute(sql`create table traces (of text)`);
  });
  afterAll(() => open.close());
  const count = () => open.db.$count(sql`traces`);

  test("stays when its work is done, and returns what the work returned", async () => {
    const result = await inTransaction(open.db, async (tx) => {
      await trace(tx, "kept");
      return "done";
    });
    expect(result).toBe("done");
    expect(await count()).toBe(1);
  });

  test("goes when its work fails, with the work's own error", async () => {
    const before = await count();
    const refused = new Error("refused");
    const failing = inTransaction(open.db, async (tx) => {
      await trace(tx, "gone");
      throw refused;
    });
    await expect(failing).rejects.toBe(refused);
    expect(await count()).toBe(before);
  });

  test("names no parameter in the error of a query", async () => {
    const divided = inTransaction(open.db, (tx) =>
      tx.execute(sql`select 1 / 0 where ${"hidden"} <> ''`),
    );
    const error = await divided.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "22012" });
    expect(inspect(error, { depth: 9 })).not.toContain("hidden");
    const outside = await open.db
      .execute(sql`select 1 / 0 where ${"hidden"} <> ''`)
      .catch((thrown: unknown) => thrown);
    expect(inspect(outside), "drizzle's own error").toContain("hidden");
  });

  test("takes back a part alone when that part fails", async () => {
    const before = await count();
    await inTransaction(open.db, async (tx) => {
      await trace(tx, "kept");
      const part = inTransaction(tx, async (inner) => {
        await trace(inner, "gone");
        throw new Error("this part only");
      });
      await expect(part).rejects.toThrow("this part only");
    });
    expect(await count()).toBe(before + 1);
  });
});
