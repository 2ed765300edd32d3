import { inTransaction, isDatabaseError } from "@stampbook/db";
import { getTableName, sql, Table } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll } from "vitest";
import { Failure } from "../../foundation/failures.ts";
import type { CallKey, Locks, Row } from "../../foundation/writing/index.ts";
import type { Lock, Operation } from "../../machinery/kernel/index.ts";
import { type OpenHarness, openOwnHarness } from "../open-harness.ts";
import type { AnySeen, Shop, Tested } from "./tested.ts";

/** The statement of an operation, whole or without a part. */
export type Statement<Call extends CallKey, Seen, Done> = Operation<
  Call,
  Seen,
  Done,
  string
>["statement"];

const undone = new Error("undone");

/** Opens a database and a shop for the tests of an operation. Returns ways to run its statements there. */
export function openTrial<Call extends CallKey, Seen extends AnySeen, Done, Name extends string>(
  tested: Tested<Call, Seen, Done, Name>,
) {
  let t: OpenHarness;
  let shop: Shop<Call>;
  const newShop = async () => {
    shop = await tested.open(t);
    return shop;
  };
  beforeAll(async () => {
    t = await openOwnHarness();
    await newShop();
  });
  // closes the database without an audit: a statement without a guard leaves wrong rows
  afterAll(() => t?.open.close());

  const place = () => ({ merchantId: shop.merchant.id, offsetMs: 0 });
  /** Runs `change`, then calls in one statement, calls `look`, and rolls back. */
  async function tryOut<Result>(
    { run }: Statement<Call, Seen, Done>,
    calls: readonly Call[],
    look: (rows: readonly Row<Seen, Done>[], db: OpenHarness["db"]) => Promise<Result>,
    change?: string,
  ): Promise<Result> {
    let result: { readonly of: Result } | undefined;
    await inTransaction(t.db, async (tx) => {
      if (change) await tx.execute(sql.raw(change.replace("$1", String(shop.merchant.id))));
      result = { of: await look(await run(tx, place(), calls, "skip"), tx) };
      throw undone;
    }).catch((error: unknown) => {
      if (error !== undone) throw error;
    });
    if (!result) throw new Error("the transaction had no result");
    return result.of;
  }

  return {
    tested,
    t: () => t,
    shop: () => shop,
    newShop,
    place,
    tryOut,
    /** What a statement says about calls: `done`, `again`, or the name of the check that refused. */
    said: (statement: Statement<Call, Seen, Done>, calls: readonly Call[], change?: string) =>
      tryOut(
        statement,
        calls,
        async (rows) => rows.map((row) => (row.isDone ? "done" : (row.seen.refused ?? "again"))),
        change,
      ),
    /** Whether each call was done, or the SQLSTATE of the database's error. */
    run: (
      statement: Statement<Call, Seen, Done>,
      calls: readonly Call[],
      locks: Locks,
    ): Promise<unknown> =>
      statement.run(t.db, place(), calls, locks).then(
        (rows) => rows.map(({ isDone }) => isDone),
        (error) => (isDatabaseError(error) ? error.code : error),
      ),
  };
}

/** What `openTrial` returns. */
export type Trial<
  Call extends CallKey,
  Seen extends AnySeen,
  Done,
  Name extends string,
> = ReturnType<typeof openTrial<Call, Seen, Done, Name>>;

/** Returns the names of the checks, and of those that are judged again under a lock. */
export function namesOf<Call, Seen, Done, Name extends string>({
  checks,
  locks,
}: Operation<Call, Seen, Done, Name>) {
  const names = Object.keys(checks) as Name[];
  const rows: readonly (string | undefined)[] = locks.map(({ row }) => row);
  return { names, judgedAgain: names.filter((name) => rows.includes(checks[name].again)) };
}

/** The name of a lock's table. */
export const tableOf = ({ table }: Lock): string => {
  const { OriginalName } = (Table as unknown as { Symbol: { OriginalName: keyof PgTable } }).Symbol;
  return String(table[OriginalName] ?? getTableName(table));
};

/** A refusal's code, or the text of another error. */
export const codeOf = (error: unknown) => (error instanceof Failure ? error.code : String(error));
