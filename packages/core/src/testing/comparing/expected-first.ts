import type { CoreContext } from "../../foundation/context.ts";
import type { Refusal } from "../../foundation/failures.ts";
import type { KeptOutcome } from "../../foundation/retries/index.ts";

/** What a test predicts for one call by the rules alone. */
export type Judged<Seen> = {
  readonly seen: Seen;
  readonly refusal: Refusal | null;
  /** What the call changes, such as its customer. A batch does only the first call for each subject. */
  readonly subjects: readonly string[];
  /**
   * Whether the call is sent before its computed values (such as a new Member ID) are known. The statement
   * then reads the data and writes nothing.
   */
  readonly isIncomplete?: boolean;
};

/** `isAble`: the statement does the call if sent alone. `isDone`: the first batch must do the call. */
export type Expected<Seen> = Judged<Seen> & {
  readonly isAble: boolean;
  readonly isDone: boolean;
};

/**
 * Predicts which calls a first batch does: calls that the rules allow, whose idempotency key has no stored
 * outcome, and that are not `isIncomplete`. Leaves out a call if an earlier such call has one of its subjects
 * or its key.
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

/** Returns the kind of a case: `kept`, the refusal's code, `incomplete`, `again` or `done`. */
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
