import { type Db, MissingRow, runText, type TextStatement } from "@stampbook/db";
import type { Columns } from "./columns.ts";
import { type Form, type FormName, forms } from "./form.ts";
import type { CallKey } from "./key.sql.ts";

/**
 * The current time: the start of the statement plus `$2`, an offset in milliseconds. It is not
 * `clock_timestamp()`, because an UPDATE of a distributed (Citus) table allows no volatile function.
 */
export const now = "statement_timestamp() + $2 * interval '1 millisecond'";

/** A statement's result for one call. */
export type Row<Seen, Done> =
  | { readonly isDone: true; readonly done: Done }
  /** Nothing was written. `seen` is the data that the statement read for the rules. */
  | { readonly isDone: false; readonly seen: Seen };

/** The merchant of a batch of calls, and the milliseconds that are added to the database's clock. */
export type Place = { readonly merchantId: number; readonly offsetMs: number };

/**
 * How a statement treats rows that another transaction has locked. `waitShared` waits for rows that all calls
 * share (`shared` of `Operation`), and skips others.
 */
export type Locks = "skip" | "waitShared" | "wait";

/** A statement that runs many calls of one merchant, and does those that pass its conditions. */
export type Statement<Call, Seen, Done> = {
  readonly name: string;
  /** Whether the statement can wait for a row that all its calls share, and skip other locked rows. */
  readonly canWaitForShared: boolean;
  /**
   * Runs the statement and returns a row for each call, in the order of the calls. Only a single call can
   * wait for all locks; several throw `TypeError`. Throws the database's own error, and `MissingRow` if a
   * call has no row.
   */
  readonly run: (
    db: Db,
    place: Place,
    calls: readonly Call[],
    locks: Locks,
  ) => Promise<readonly Row<Seen, Done>[]>;
};

/** A statement with its SQL texts, keyed by form (`form.ts`), and the arguments of `batchStatement`. */
export type BatchStatement<Call, Seen, Done> = Statement<Call, Seen, Done> & {
  readonly columns: Columns<Call>;
  readonly arms: (form: Form) => string;
  readonly mayHaveKey: (call: Call) => boolean;
  readonly texts: Readonly<Record<FormName, TextStatement>>;
  /** Returns the form that these calls need, and the values of its parameters. */
  readonly prepare: (
    place: Place,
    calls: readonly Call[],
    locks: Locks,
  ) => { readonly form: FormName; readonly values: readonly unknown[] };
};

/**
 * Makes a statement. Its parameters are `$1`, the merchant, and `$2`, the clock's offset in milliseconds.
 * Many calls are `$3`, as JSON. A single call has a parameter for each column, from `$3` on. The first CTE is
 * `calls`, with `n`, the columns, and `now`. `arms` returns the further CTEs and the SELECT. The SELECT's
 * columns are `n`, `seen` (null if the call was done) and `done` (null if not). A single call is sent in the
 * form `plain`, without keys, unless it waits for locks or `mayHaveKey(call)` is true.
 */
export function batchStatement<Call extends CallKey, Seen, Done>(
  name: string,
  columns: Columns<Call>,
  arms: (form: Form) => string,
  mayHaveKey: (call: Call) => boolean = ({ key }) => key !== null,
): BatchStatement<Call, Seen, Done> {
  const textOf = (form: FormName): TextStatement => ({
    name: `${name}_${form}`,
    text: `with
${callsArm(columns, forms[form])},${arms(forms[form])}`,
    parameters: FIRST - 1 + (forms[form].isSingle ? columns.count : 1),
  });
  let made: BatchStatement<Call, Seen, Done>["texts"] | undefined;
  // made when a call first needs them: a process that starts would spend milliseconds on each statement
  const texts = () => {
    if (made) return made;
    const [many, crowd] = [textOf("many"), textOf("crowd")];
    made = {
      // a statement without shared rows has the same text in both forms
      many,
      crowd: crowd.text === many.text ? many : crowd,
      plain: textOf("plain"),
      keyed: textOf("keyed"),
      waiting: textOf("waiting"),
    };
    return made;
  };
  const prepare: BatchStatement<Call, Seen, Done>["prepare"] = (place, calls, locks) => {
    const shared = [place.merchantId, place.offsetMs];
    const [call, ...others] = calls;
    if (!call || others.length) {
      if (locks === "wait") throw new TypeError("only a call that goes alone waits for locks");
      return {
        form: locks === "skip" ? "many" : "crowd",
        values: [...shared, columns.encode(calls)],
      };
    }
    const alone = mayHaveKey(call) ? "keyed" : "plain";
    const form = locks === "wait" ? "waiting" : alone;
    return { form, values: [...shared, ...columns.valuesOf(call)] };
  };
  return {
    name,
    columns,
    arms,
    mayHaveKey,
    get canWaitForShared() {
      return texts().crowd !== texts().many;
    },
    get texts() {
      return texts();
    },
    prepare,
    run: async (db, place, calls, locks) => {
      const { form, values } = prepare(place, calls, locks);
      const found = await runText(db, texts()[form], values);
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

/** The number of the first parameter for the calls. */
const FIRST = 3;

/**
 * Returns the CTE `calls`. For a single call PostgreSQL does not materialize it, and inlines the parameters.
 */
function callsArm<Call>(columns: Columns<Call>, { isSingle }: Form): string {
  return isSingle
    ? `calls as not materialized (select 0 as n, ${columns.parameters(FIRST)}, ${now} as now)`
    : `calls as materialized (
  select c.*, ${now} as now from json_to_recordset($${FIRST}) as c(${columns.list})
)`;
}
