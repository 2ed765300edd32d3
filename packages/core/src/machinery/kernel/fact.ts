import type { Column, SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ColumnTypes, Form } from "../../foundation/writing/index.ts";
import type { Judged } from "./check.ts";
import type { Expressions } from "./rows.ts";

/** What a statement looks up for a call: a row or several, with what later arms need of them. */
export type Fact = {
  /** The columns of the call that the look-up reads. */
  readonly call: ColumnTypes;
  /**
   * Joins to `c`, a row of `calls`. Each finds at most one row, by an index. A fact of a call's lines reads
   * `judged` for each line, and has a column with the first name for each stage.
   */
  readonly joins: (form: Form, judged: Judged) => SQL;
  /** Columns that stay with the call until the end: locks, writes and answers read them. */
  readonly keeps: Expressions;
  /** Columns that only words and answers read, such as JSON documents. */
  readonly shows: Expressions;
};

/** Defines a fact, and keeps its exact types. */
export const fact = <
  const Call extends ColumnTypes,
  Joins extends Fact["joins"],
  Keeps extends Expressions,
  Shows extends Expressions,
>(definition: {
  readonly call: Call;
  readonly joins: Joins;
  readonly keeps: Keeps;
  readonly shows: Shows;
}) => definition;

/** A row to lock. The checks of the operation that are judged `again` on it are repeated in the lock. */
export type Lock = {
  /** The row's alias, in the fact's joins and in the lock. */
  readonly row: string;
  readonly table: PgTable;
  readonly merchantId: Column;
  /** The condition that finds the row for `b`, a row of `able`. */
  readonly is: SQL;
  /** `update` for a change of a column that a unique index has. */
  readonly strength: "update" | "no key update" | "share" | "key share";
  /**
   * Kept columns of `b` by name, with what they are in the row: it is locked only if it is still as it was seen,
   * because the call was judged or computed from it.
   */
  readonly asSeen?: Expressions;
  /** The column of `b` that is null if the call needs no such row. Absent if every call needs one. */
  readonly onlyIf?: SQL;
  /**
   * For a lock of several rows: SQL over `b` of the array of their ids; null is none. `is` finds the row for one of
   * them, `w.id`. All must be locked, in the order of their ids.
   */
  readonly each?: SQL;
  /** Whether all calls of a batch may need this row; see `skipShared` of `writing`. */
  readonly isShared?: boolean;
  /** Columns of the locked row that writes and answers read. */
  readonly adds?: Expressions;
};

/** Defines a lock, and keeps the exact types of what it adds. */
export const lock = <Adds extends Expressions = Record<never, never>>(
  definition: Omit<Lock, "adds"> & { readonly adds?: Adds },
): Omit<Lock, "adds"> & { readonly adds: Adds } => ({
  ...definition,
  adds: definition.adds ?? ({} as Adds),
});
