import type { CoreContext } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";

/** A call, judged alone: what the rules read, their refusal, and the subjects that the call changes. */
export type Judged<Seen> = {
  readonly seen: Seen;
  readonly refusal: Refusal | null;
  readonly subjects: readonly string[];
  /**
   * Whether the call lacks values that its verb adds after a first look, so that the statement only reads.
   */
  readonly isIncomplete?: boolean;
  /** Whether the first read is enough to answer the call, if it reads before it writes. */
  readonly isAnswered?: boolean;
};

/** `isAble`: the rules allow the call alone. `isDone`: the first batch has to do it. */
export type Expected<Seen> = Judged<Seen> & {
  readonly isAble: boolean;
  readonly isDone: boolean;
};

/**
 * Judges which calls a first batch must do: the rules allow them, their idempotency keys have no outcome,
 * they lack nothing, and no such call before them has one of their subjects or their key.
 */
export async function expectedFirst<
  Call extends { readonly ctx: CoreContext },
  Seen extends { readonly kept: KeptOutcome | null },
>(
  calls: readonly Call[],
  judge: (call: Call) => Promise<Judged<Seen>>,
): Promise<readonly Expected<Seen>[]> {
  const taken = new Set<string>();
  const all: Expected<Seen>[] = [];
  for (const call of calls) {
    const judged = await judge(call);
    const { idempotency } = call.ctx;
    const subjects = [...judged.subjects, ...(idempotency ? [`key ${idempotency.key}`] : [])];
    const { refusal, seen, isIncomplete = false } = judged;
    const isAble = refusal === null && seen.kept === null && !isIncomplete;
    const isDone = isAble && !subjects.some((subject) => taken.has(subject));
    if (isAble) for (const subject of subjects) taken.add(subject);
    all.push({ ...judged, isAble, isDone });
  }
  return all;
}

/** Which kind of case a call is: `kept`, the refusal's code, `incomplete`, `again` or `done`. */
export function kindOf({
  seen,
  refusal,
  isIncomplete,
  isAble,
  isDone,
}: Expected<{ readonly kept: KeptOutcome | null }>): string {
  if (seen.kept) return "kept";
  if (refusal) return refusal.code;
  if (isIncomplete) return "incomplete";
  return isAble && !isDone ? "again" : "done";
}
