import { type DocumentOf, type Fields, json } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { KnownCaller } from "../../foundation/context.ts";
import type { Refusal } from "../../foundation/failures.ts";
import {
  type ColumnTypes,
  columnsOf,
  forms,
  type CallOf as ValuesOfCall,
} from "../../foundation/writing/index.ts";
import { type Check, firstOf, inOrder, judgedBy, type NameOf, refusalBy } from "./check.ts";
import { type Expressions, rowOf, selected } from "./rows.ts";
import type { All, AtOf, Facts, Present, ShownBy } from "./spec.ts";

type CallOf<F extends Facts, Own extends ColumnTypes> = ValuesOfCall<All<F[number]["call"]> & Own>;

/**
 * The arms of a statement that only reads: `calls` with one call from named parameters, and `seen` with what
 * the facts found. For each list of checks, `seen` has a column with the first check that does not hold. So a
 * preview or a validation refuses by the checks of the operation itself.
 */
export function judging<
  const F extends Facts,
  const Own extends ColumnTypes,
  const Lists extends Readonly<
    Record<
      string,
      readonly Readonly<Record<string, Check<Present<ShownBy<F>>, CallOf<F, Own>, AtOf<F>>>>[]
    >
  >,
>({ sees, call, lists }: { readonly sees: F; readonly call: Own; readonly lists: Lists }) {
  type Call = CallOf<F, Own>;
  type Seen = ShownBy<F> & { readonly [List in keyof Lists]: NameOf<Lists[List]> | null };
  const types: ColumnTypes = Object.assign({}, ...sees.map((each) => each.call), call);
  const names = Object.keys(types);
  const columns = columnsOf(types);
  const parameters = columns.parameters(1).split(/, (?=\$\d)/);
  const given = parameters.map(
    (each, n) => sql`${sql.placeholder(names[n] as string)}${sql.raw(each.replace(/^\$\d+/, ""))}`,
  );
  const keeps: Expressions = Object.assign({ now: sql`c.now` }, ...sees.map((each) => each.keeps));
  const shows: Expressions = Object.assign({}, ...sees.map((each) => each.shows));
  const first = Object.fromEntries(
    Object.entries(lists).map(([list, checks]) => [list, firstOf(inOrder(checks), keeps)]),
  );
  const told = { ...shows, ...first };
  return {
    arms: {
      calls: sql`select 0 as n, ${sql.join(given, sql`, `)}, statement_timestamp()
        + ${sql.placeholder("offsetMs")}::double precision * interval '1 millisecond' as now`,
      seen: sql`select ${selected(keeps)}, ${selected(told)}
        from calls c${sql.join(sees.map(({ joins }) => joins(forms.waiting, judgedBy({}, keeps))))}`,
    },
    /** What the row `b` of `seen` shows, and the first check of each list; with further fields. */
    docWith: <More extends Fields>(more: More): SQL<Seen & DocumentOf<More>> =>
      json({ ...rowOf("b", told), ...more }) as SQL<Seen & DocumentOf<More>>,
    valuesOf: (values: Call): Readonly<Record<string, unknown>> =>
      Object.fromEntries(columns.valuesOf(values as never).map((value, n) => [names[n], value])),
    /** The refusal by a list of checks for what was seen; null if none refuses. */
    refuse: <List extends keyof Lists>(
      list: List,
      { seen, call, caller }: { seen: Seen; call: Call; caller: KnownCaller },
    ): Refusal | null =>
      refusalBy(inOrder(lists[list] as Lists[List]), seen[list], { seen, call, caller }),
  };
}
