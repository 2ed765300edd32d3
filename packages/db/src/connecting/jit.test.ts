import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Db, inTransaction } from "../index.ts";
import {
  createTestDatabase,
  hasPgbouncer,
  openClient,
  startPgbouncer,
  type TestDatabase,
} from "../testing/index.ts";

/** PostgreSQL compiles this statement if JIT is on: the database expects every statement to be too expensive. */
const explain = "explain (analyze, format json) select sum(n) from generate_series(1, 10) n";
const skipped = "PostgreSQL without LLVM (llvmjit): it compiles nothing, so this shows nothing.";

let database: TestDatabase;
let hasJit = false;
beforeAll(async () => {
  database = await createTestDatabase({ connections: 1 });
  await set("jit", "on");
  await set("jit_above_cost", "0");
  const outside = openClient(database.url);
  const [row] = await outside`select pg_jit_available() as "hasJit"`;
  hasJit = row?.hasJit;
  await outside.end();
});
afterAll(() => database?.close());

/** Sets a setting of the database, for later connections. */
async function set(name: string, value: string) {
  const client = openClient(database.url);
  const target = new URL(database.url).pathname.slice(1);
  await client.unsafe(`alter database ${target} set ${name} = '${value}'`);
  await client.end();
}

type Rows = readonly { readonly "QUERY PLAN": readonly object[] }[];

/** Whether PostgreSQL compiled the statement. */
const wasCompiled = (rows: unknown) =>
  (rows as Rows).some((row) => row["QUERY PLAN"].some((plan) => "JIT" in plan));
const isCompiled = async (db: Pick<Db, "execute">) =>
  wasCompiled(await db.execute(sql.raw(explain)));

describe("O17: no connection compiles its statements", () => {
  test("O17: PostgreSQL would compile them", async (context) => {
    if (!hasJit) context.skip(skipped);
    const outside = openClient(database.url);
    expect(wasCompiled(await outside.unsafe(explain))).toBe(true);
    await outside.end();
  });

  test.for([false, true])("O17: directly, for a command: %s", async (isPatient, context) => {
    if (!hasJit) context.skip(skipped);
    const open = await connect({ url: database.url }, { isPatient, connections: 1 });
    expect(await isCompiled(open.db)).toBe(false);
    expect(await inTransaction(open.db, isCompiled)).toBe(false);
    await open.close();
  });

  test.skipIf(!hasPgbouncer())(
    "O17: behind a pooler, whether or not the role has the settings",
    async (context) => {
      if (!hasJit) context.skip(skipped);
      for (const [name, value, boundBy] of [
        ["work_mem", "4MB", "transaction"],
        ["lock_timeout", "1s", "transaction"],
        ["statement_timeout", "10s", "transaction"],
        ["jit", "off", "role"],
      ] as const) {
        await set(name, value);
        const pooler = await startPgbouncer(database.url);
        const open = await connect({ url: pooler.url }, { connections: 1 });
        expect(open.route?.boundBy).toBe(boundBy);
        expect(await isCompiled(open.db)).toBe(false);
        expect(await inTransaction(open.db, isCompiled)).toBe(false);
        await open.close();
        await pooler.stop();
      }
    },
  );
});
