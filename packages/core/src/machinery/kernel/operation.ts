import {
  batchStatement,
  type CallKey,
  type ColumnTypes,
  columnsOf,
  keyColumns,
} from "../../foundation/writing/index.ts";
import { armsOf } from "./arms.ts";
import { type Check, inOrder, type NameOf, refusalBy } from "./check.ts";
import { textOf } from "./rows.ts";
import type {
  AtOf,
  CallOf,
  Facts,
  Operation,
  Present,
  SeenBy,
  ShownBy,
  Spec,
  Without,
} from "./spec.ts";

/** The number of statements made without a part. Connections prepare statements by name. */
let made = 0;

/**
 * Makes an operation from its spec: the texts of its statement, and the refusals. Throws `TypeError` if two
 * checks have the same name.
 */
export function operation<
  const F extends Facts,
  const Own extends ColumnTypes,
  const Lists extends readonly Readonly<
    Record<string, Check<Present<ShownBy<F>>, CallOf<F, Own>, AtOf<F>>>
  >[],
  Frame,
  Changed,
>(
  spec: Spec<F, Own, Lists, Frame, Changed>,
): Operation<
  CallOf<F, Own>,
  SeenBy<F, NameOf<Lists>>,
  { readonly frame: Frame; readonly changed: Changed },
  NameOf<Lists>
> {
  type Call = CallOf<F, Own>;
  type Seen = SeenBy<F, NameOf<Lists>>;
  type Done = { readonly frame: Frame; readonly changed: Changed };
  const checks = inOrder(spec.checks);
  const call = Object.assign({}, keyColumns, ...spec.sees.map((each) => each.call), spec.call);
  const columns = columnsOf(call as ColumnTypes) as never;
  const build = (name: string, part: Without) =>
    batchStatement<Call & CallKey, Seen, Done>(
      name,
      columns,
      (form) => textOf(armsOf(spec as never, form, part)),
      spec.mayHaveKey,
    );
  return {
    name: spec.name,
    statement: build(spec.statement, {}),
    checks: checks as never,
    once: [...spec.once, "key"],
    locks: spec.locks,
    settle: async (ctx, seen) => (await spec.settles?.settle(ctx, seen as never)) ?? false,
    complete: async (ctx, call, seen) =>
      (await spec.completes?.complete?.(ctx, call, seen as never)) ?? null,
    repeat: (seen) => (seen.isRepeated && spec.repeats?.outcome(seen as never)) || null,
    isRace: spec.isRace ?? (() => false),
    refuse: (seen, call, caller) => refusalBy(checks, seen.refused, { seen, call, caller }),
    without: (part) => build(`${spec.statement}_without_${++made}`, part),
  };
}
