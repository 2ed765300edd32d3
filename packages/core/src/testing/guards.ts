import { isDatabaseError } from "@stampbook/db";
import type { CallKey } from "../foundation/writing/key.sql.ts";
import {
  type BatchStatement,
  batchStatement,
  type Locks,
  type Place,
  type Statement,
} from "../foundation/writing/statement.ts";
import type { OpenHarness } from "./open-harness.ts";
import { clientBeside } from "./waiting/client-beside.ts";
import { untilWaiting } from "./waiting/until-waiting.ts";

/** The number of statements made. Each name contains it, because connections prepare statements by name. */
let made = 0;

/**
 * Returns a function that makes the statement without one of its guards, the text that `guard` matches. White
 * space counts as one space. If nothing matches, the statement is unchanged, and the test that expects the
 * wrong effect fails.
 */
export function guardless<Call extends CallKey, Seen, Done>({
  name,
  columns,
  arms,
  mayHaveKey,
}: BatchStatement<Call, Seen, Done>): (
  guard: RegExp,
  instead?: string,
) => BatchStatement<Call, Seen, Done> {
  return (guard, instead = "") =>
    batchStatement(
      `${name}_guardless_${++made}`,
      columns,
      (form) => arms(form).replace(/\s+/g, " ").replace(guard, instead),
      mayHaveKey,
    );
}

/**
 * Returns a function that runs calls in one statement. Its result is whether each call was done, or the
 * SQLSTATE of the database's error. Any other error is the result itself.
 */
export function runFor({ db }: OpenHarness, place: Place) {
  return <Call>(
    statement: Statement<Call, unknown, unknown>,
    calls: readonly Call[],
    locks: Locks = "skip",
  ): Promise<unknown> =>
    statement.run(db, place, calls, locks).then(
      (rows) => rows.map(({ isDone }) => isDone),
      (error) => (isDatabaseError(error) ? error.code : error),
    );
}

/** SQL that another transaction runs. The only parameter of each text is the merchant's id. */
export type Change = {
  /** Locks rows, so that the statement under test waits for them. */
  readonly lock: string;
  /** Changes rows. The other transaction runs it once the statement under test waits, and then commits. */
  readonly change: string;
};

/** Returns a change of all rows that the merchant has in a table. `change` is the list after SET. */
export function rowsOf(table: string, change: string): Change {
  return {
    lock: `select 1 from ${table} where merchant_id = $1 for update`,
    change: `update ${table} set ${change} where merchant_id = $1`,
  };
}

/** Returns a change in which another call inserts the idempotency key `k` of an operation. */
export function keyOf(operation: string): Change {
  return {
    lock: `insert into idempotency_keys (merchant_id, operation, key, fingerprint)
      values ($1, '${operation}', 'k', 'f')`,
    change: "select $1::bigint",
  };
}

/**
 * Runs work while another transaction holds the lock. Once the work waits, makes the change and commits.
 * Throws if the work ends without waiting.
 */
export async function whileItWaits<Result>(
  { open }: OpenHarness,
  merchantId: number,
  { lock, change }: Change,
  run: () => Promise<Result>,
): Promise<Result> {
  const sql = clientBeside(open);
  const holder = await sql.reserve();
  try {
    await holder`begin`;
    await holder.unsafe(lock, [merchantId]);
    const running = run();
    const ended = running.then(() => {
      throw new Error("it did not wait for a lock");
    });
    await Promise.race([untilWaiting(sql), ended]);
    await holder.unsafe(change, [merchantId]);
    await holder`commit`;
    return await running;
  } finally {
    // ends the transaction if the test has failed
    await holder`rollback`;
    holder.release();
  }
}

/**
 * Runs work while another transaction holds the rows that `lock` selects. Returns the work's result, or
 * "waits" if the work waits for a lock.
 */
export async function whileHeld<Result>(
  { open }: OpenHarness,
  merchantId: number,
  lock: string,
  run: () => Promise<Result>,
): Promise<Result | "waits"> {
  const sql = clientBeside(open);
  const holder = await sql.reserve();
  try {
    await holder`begin`;
    await holder.unsafe(lock, [merchantId]);
    const running = run();
    const waiting = untilWaiting(sql).then(() => "waits" as const);
    const result = await Promise.race([running, waiting]);
    await holder`rollback`;
    await running;
    return result;
  } finally {
    // ends the transaction if the test has failed
    await holder`rollback`;
    holder.release();
  }
}
