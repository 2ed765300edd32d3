import { type Db, MissingRow, runText, type TextStatement } from "@stampbook/db";
import { now } from "./clock.sql.ts";
import type { Columns } from "./columns.ts";
import { type Form, type FormName, forms } from "./form.ts";
import type { CallKey } from "./key.sql.ts";

/** What a statement answers for one call. */
export type Row<Seen, Done> =
  | { readonly isDone: true; readonly done: Done }
  /** Nothing was written. `seen` is what the rules look at, as the statement read it. */
  | { readonly isDone: false; readonly seen: Seen };

/** The merchant of a batch of calls, and the offset of its clock in milliseconds. */
export type Place = { readonly merchantId: number; readonly offsetMs: number };

/** What to do about a row that another transaction has locked. `waitShared` waits for shared rows only. */
export type Locks = "skip" | "waitShared" | "wait";

/** A statement that judges and does many calls of one merchant. */
export type Statement<Call, Seen, Done> = {
  readonly name: string;
  /** Whether it can wait for a row that all its calls share, and skip others. */
  readonly canWaitForShared: boolean;
  /**
   * Runs the statement and returns a row for each call, in the order of the calls. Only a call that goes
   * alone can wait for all locks. Throws the database's own error, and `MissingRow` if a call has no row.
   */
  readonly run: (
    db: Db,
    place: Place,
    calls: readonly Call[],
    locks: Locks,
  ) => Promise<readonly Row<Seen, Done>[]>;
};

/** A statement with its SQL texts, keyed by form (`form.ts`), and the parts that they were made from. */
export type BatchStatement<Call, Seen, Done> = Statement<Call, Seen, Done> & {
  readonly columns: Columns<Call>;
  readonly arms: (form: Form) => string;
  readonly mayHaveKey: (call: Call) => boolean;
  readonly texts: Readonly<Record<FormName, TextStatement>>;
  /** The form that these calls need, and the values of its parameters. */
  readonly prepare: (
    place: Place,
    calls: readonly Call[],
    locks: Locks,
  ) => { readonly form: FormName; readonly values: readonly unknown[] };
};

/**
 * Makes a statement. Its parameters are `$1` the merchant, `$2` the clock's offset, and the calls: `$3` as
 * JSON, or a parameter for each column of the only call. The first CTE is `calls`: `n`, the columns, and
 * `now`. `arms` gives the further CTEs and the SELECT, whose columns are `n`, `seen` (null if the call was
 * done) and `done` (null if not). A call that goes alone gets the form `plain`, without keys, unless it waits
 * for locks or `mayHaveKey(call)`.
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
  const [many, crowd] = [textOf("many"), textOf("crowd")];
  const texts = {
    // without shared rows both texts are equal
    ...{ many, crowd: crowd.text === many.text ? many : crowd },
    ...{ plain: textOf("plain"), keyed: textOf("keyed"), waiting: textOf("waiting") },
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
    ...{ name, columns, arms, mayHaveKey },
    canWaitForShared: texts.crowd !== many,
    texts,
    prepare,
    run: async (db, place, calls, locks) => {
      const { form, values } = prepare(place, calls, locks);
      const found = await runText(db, texts[form], values);
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

/** The CTE `calls`. For a single call the planner puts the parameters where they are used, as constants. */
function callsArm<Call>(columns: Columns<Call>, { isSingle }: Form): string {
  return isSingle
    ? `calls as not materialized (select 0 as n, ${columns.parameters(FIRST)}, ${now} as now)`
    : `calls as materialized (
  select c.*, ${now} as now from json_to_recordset($${FIRST}) as c(${columns.list})
)`;
}
