import type { CoreContext, KnownCaller } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import type { RedemptionSeen } from "../../redeeming/entering.rules.ts";

/** A call with the context that it is made in. */
export type Call<Input> = { readonly ctx: CoreContext; readonly input: Input };

/**
 * What the rules look at, and the stored outcome of the call's idempotency key. A call with lines has
 * authorizations in its lines.
 */
export type Looked = Omit<RedemptionSeen, "authorization"> &
  Partial<Pick<RedemptionSeen, "authorization">>;

/** The functions that decide whether a batch does a call. */
export type Rules<Input, Seen extends Looked> = {
  readonly refuse: (seen: Seen, caller: KnownCaller, input: Input) => Refusal | null;
  /** What the call changes, beside its authorization and its key. */
  readonly subjects: (seen: Seen, input: Input) => readonly string[];
  /** Whether the call has all that it needs; by default it has. */
  readonly isReady?: (seen: Seen) => boolean;
  /** A thing that many calls of a batch may use, and how often; by default there is none. */
  readonly shared?: (seen: Seen) => { readonly name: string; readonly left: number };
};

/** What the rules say about a call of a first batch. */
export type Judged<Seen> = {
  readonly seen: Seen;
  readonly refusal: Refusal | null;
  /** Whether the rules allow the call, and its idempotency key has no stored outcome. */
  readonly isAble: boolean;
  /** `isAble`, and `Rules.isReady` holds. */
  readonly isReady: boolean;
  /** Whether the call is ready, and no ready call before it has one of its subjects. */
  readonly isFirst: boolean;
  readonly isDone: boolean;
};

/** Judges the calls of a first batch by the rules alone. `see` returns what they look at. */
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

/** The authorization that a call spends, and its key. */
function commonSubjects({ idempotency }: CoreContext, seen: Looked): readonly string[] {
  const spends = seen.needsAuthorization && seen.authorization;
  return [
    ...(spends ? [`authorization ${spends.id}`] : []),
    ...(idempotency ? [`key ${idempotency.key}`] : []),
  ];
}
