import type { CoreContext, KnownCaller } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import type { RedemptionSeen } from "../../redeeming/entering.rules.ts";

/** The context and the input of a call. */
export type Call<Input> = { readonly ctx: CoreContext; readonly input: Input };

/**
 * The data that the rules check, and the stored outcome of the call's idempotency key. A call with lines has
 * an authorization in each line instead of `authorization`.
 */
export type Looked = Omit<RedemptionSeen, "authorization"> &
  Partial<Pick<RedemptionSeen, "authorization">>;

/** The functions that decide whether a batch does a call. */
export type Rules<Input, Seen extends Looked> = {
  readonly refuse: (seen: Seen, caller: KnownCaller, input: Input) => Refusal | null;
  /** Names the rows that the call changes, except its authorization and its key. */
  readonly subjects: (seen: Seen, input: Input) => readonly string[];
  /** Returns whether the call has all values that it needs. By default true. */
  readonly isReady?: (seen: Seen) => boolean;
  /** Returns a row that several calls of a batch may use, and the uses left. By default no row is shared. */
  readonly shared?: (seen: Seen) => { readonly name: string; readonly left: number };
};

/** What the rules say about a call of a first batch. */
export type Judged<Seen> = {
  readonly seen: Seen;
  readonly refusal: Refusal | null;
  /** Whether the rules allow the call, and its idempotency key has no stored outcome. */
  readonly isAble: boolean;
  /** `isAble`, and `Rules.isReady` returns true. */
  readonly isReady: boolean;
  /** Whether the call is ready, and no ready call before it has one of its subjects. */
  readonly isFirst: boolean;
  readonly isDone: boolean;
};

/**
 * Returns what the rules alone say about the calls of a first batch. `see` returns the data that the rules
 * check.
 */
export function judgeFirst<Input, Seen extends Looked>(
  calls: readonly Call<Input>[],
  see: (call: Call<Input>) => Seen,
  { refuse, subjects, isReady: hasAll = () => true, shared }: Rules<Input, Seen>,
): readonly Judged<Seen>[] {
  const taken = new Set<string>();
  const uses = new Map<string, number>();
  return calls.map((call) => {
    const { ctx, input } = call;
    const seen = see(call);
    const refusal = refuse(seen, ctx.caller, input);
    const isAble = refusal === null && seen.kept === null;
    const isReady = isAble && hasAll(seen);
    const own = [...subjects(seen, input), ...commonSubjects(ctx, seen)];
    const isFirst = isReady && !own.some((subject) => taken.has(subject));
    if (isReady) for (const subject of own) taken.add(subject);
    const limit = isFirst ? shared?.(seen) : undefined;
    const place = (uses.get(limit?.name ?? "") ?? 0) + 1;
    if (limit) uses.set(limit.name, place);
    const isDone = isFirst && (!limit || place <= limit.left);
    return { seen, refusal, isAble, isReady, isFirst, isDone };
  });
}

/** Names what calls of all operations change: the authorization that they spend, and the key. */
function commonSubjects({ idempotency }: CoreContext, seen: Looked): readonly string[] {
  const spends = seen.needsAuthorization && seen.authorization;
  return [
    ...(spends ? [`authorization ${spends.id}`] : []),
    ...(idempotency ? [`key ${idempotency.key}`] : []),
  ];
}
