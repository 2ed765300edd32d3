import { type Db, MissingRow, runText, type TextStatement } from "@stampbook/db";
import { now } from "./clock.sql.ts";
import type { CallOf, Columns, ColumnTypes } from "./columns.ts";

/** What a statement answers for one call. */
export type Row<Seen, Done> =
  | { readonly isDone: true; readonly done: Done }
  /** Nothing was written. `seen` is what the rules look at, as the statement read it. */
  | { readonly isDone: false; readonly seen: Seen };

/** For whom a batch of calls runs, and by which clock. */
export type Place = { readonly merchantId: number; readonly offsetMs: number };

/** What to do about a row that another transaction has locked. */
export type Locks = "skip" | "wait";

/** A statement that judges and does many calls of one merchant. */
export type Statement<Call, Seen, Done> = {
  readonly name: string;
  /** Its text for each way to lock. */
  readonly text: Readonly<Record<Locks, string>>;
  /**
   * Runs it and returns a row for each call, in the order of the calls. Throws the database's own
   * error, and `MissingRow` if a call has no row.
   */
  readonly run: (
    db: Db,
    place: Place,
    calls: readonly Call[],
    locks: Locks,
  ) => Promise<readonly Row<Seen, Done>[]>;
};

/**
 * Makes a statement. Its parameters are `$1` the merchant, `$2` the calls and `$3` the clock's offset.
 * The first arm is `calls`: the columns, `n` and `now`. `write` gives the further arms and the select,
 * whose columns are `n`, `seen` (null if the call was done) and `done` (null if not). It gets what
 * follows `for update` and the like: `skip locked` or nothing.
 */
export function batchStatement<Types extends ColumnTypes, Seen, Done>(
  name: string,
  columns: Columns<Types>,
  write: (skipLocked: string) => string,
): Statement<CallOf<Types>, Seen, Done> {
  const textOf = (skipLocked: string) => `with
calls as materialized (
  select c.*, ${now} as now from json_to_recordset($2) as c(${columns.list})
),${write(skipLocked)}`;
  const text = { skip: textOf("skip locked"), wait: textOf("") };
  const prepared: Record<Locks, TextStatement> = {
    skip: { name, text: text.skip, parameters: 3 },
    wait: { name: `${name}_wait`, text: text.wait, parameters: 3 },
  };
  return {
    name,
    text,
    run: async (db, { merchantId, offsetMs }, calls, locks) => {
      const values = [merchantId, columns.encode(calls), offsetMs];
      const found = await runText(db, prepared[locks], values);
      const rows: Row<Seen, Done>[] = [];
      for (const [n, seen, done] of found)
        rows[n as number] =
          done === null
            ? { isDone: false, seen: seen as Seen }
            : { isDone: true, done: done as Done };
      if (found.length !== calls.length || Object.keys(rows).length !== calls.length)
        throw new MissingRow(name);
      return rows;
    },
  };
}
