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

let database: TestDatabase;
let outside: ReturnType<typeof openClient>;
let hasJit = false;
beforeAll(async () => {
  database = await createTestDatabase({ connections: 1 });
  await set("jit", "on");
  await set("jit_above_cost", "0");
  outside = openClient(database.url);
  const [row] = await outside`select pg_jit_available() as "hasJit"`;
  hasJit = row?.hasJit;
});
afterAll(async () => {
  await outside?.end();
  await database?.close();
});

/** Sets a setting of the database, for later connections. */
async function set(name: string, value: string) {
  const client = openClient(database.url);
  await client.unsafe(
    `alter database ${new URL(database.url).pathname.slice(1)} set ${name} = '${value}'`,
  );
  await client.end();
}

/** Whether PostgreSQL compiled the statement. */
const isCompiled = async (db: Pick<Db, "execute">) => {
  const [row] = await db.execute(sql.raw(explain));
  return "JIT" in (row?.["QUERY PLAN"] as readonly object[])[0]!;
};

const skipped = "PostgreSQL without LLVM (llvmjit): it compiles nothing, so this shows nothing.";

describe("O17: no connection compiles its statements", () => {
  test("O17: PostgreSQL would compile them", async (context) => {
    if (!hasJit) context.skip(skipped);
    const [row] = await outside.unsafe(explain);
    expect(row?.["QUERY PLAN"][0]).toHaveProperty("JIT");
  });

  test.each([{ isPatient: false }, { isPatient: true }])(
    "O17: directly, %o",
    async (options, context) => {
      if (!hasJit) context.skip(skipped);
      const open = await connect({ url: database.url }, { ...options, connections: 1 });
      expect(await isCompiled(open.db)).toBe(false);
      expect(await inTransaction(open.db, isCompiled)).toBe(false);
      await open.close();
    },
  );

  test.skipIf(!hasPgbouncer())(
    "O17: behind a pooler, whether or not the role has its time-outs",
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
