import { countGuess } from "../../entering/access/index.ts";
import { recordSeen } from "../../foundation/audit/index.ts";
import type { CoreContext, OpenContext } from "../../foundation/context.ts";
import type { Refusal } from "../../foundation/failures.ts";
import type { KeptOutcome } from "../../foundation/retries/index.ts";
import { again, type CallKey } from "../../foundation/writing/index.ts";
import type { Check } from "./check.ts";
import type { Operation } from "./spec.ts";

type Party = { readonly id: number } | null;
type AnySeen = {
  readonly refused: string | null;
  readonly kept: KeptOutcome | null;
  /** Absent if the operation looks up none. */
  readonly store?: Party;
  readonly customer?: Party;
};

/**
 * Sends a call of an operation, and returns its outcome. Throws the refusal of the first check that does not
 * hold. A refusal is recorded for staff, unless `recordedAs` is null, and counted as a guess if its check says so.
 * Operations for guests record none, count none, and have no words that read the caller.
 */
export function send<Call extends CallKey, Seen extends AnySeen, Done, Name extends string>(
  open: OpenContext,
  {
    name,
    statement,
    checks,
    settle,
    complete,
    repeat,
    isRace,
    refuse,
  }: Operation<Call, Seen, Done, Name>,
  call: Call,
  how: {
    /** What the call changes; see `Operation.subjects` of `writing`. */
    readonly subjects: (call: Call) => readonly string[];
    /** The redeemed thing in the record of a refusal. Never a code or a secret. Null: refusals leave no record. */
    readonly recordedAs: string | ((seen: Seen) => string) | null;
    /** Completes the call instead of the operation, from what is never sent, such as a PIN. The call gets its hash. */
    readonly complete?: (call: Call, seen: Seen) => Promise<Call | null>;
    /** Refusals by check, for a verb that words them in its own way. */
    readonly instead?: { readonly [Check in Name]?: Refusal };
    /** Subjects that calls of one batch may share; see `Operation.shared` of `writing`. */
    readonly shared?: (call: Call) => readonly string[];
    /** The number of vouchers that a call issues; by default 0. */
    readonly weight?: (call: Call) => number;
    /** Checks whose refusal is neither recorded nor counted, because the verb tries something else. */
    readonly quiet?: readonly Name[];
  },
): Promise<Done> {
  const ctx = open as CoreContext;
  return again(open, {
    operation: {
      ...{ name, statement, subjects: how.subjects },
      ...{ shared: how.shared ?? (() => []), weight: how.weight ?? (() => 0) },
    },
    call,
    settle: (seen) => settle(ctx, seen),
    complete: async (sent, seen) => {
      const completed = await (how.complete?.(sent, seen) ?? complete(ctx, sent, seen));
      return completed && { ...sent, ...completed };
    },
    repeat,
    isRace,
    refuse: (seen, sent) => how.instead?.[seen.refused as Name] ?? refuse(seen, sent, ctx.caller),
    record: async (seen, refusal) => {
      const refused = seen.refused as Name;
      if (how.quiet?.includes(refused)) return;
      const { isGuess }: Check = checks[refused];
      if (isGuess) await countGuess(ctx);
      const { recordedAs } = how;
      if (recordedAs === null) return;
      const subject = typeof recordedAs === "string" ? recordedAs : recordedAs(seen);
      await recordSeen(
        ctx,
        { operation: name, subject },
        { store: null, customer: null, ...seen },
        refusal,
      );
    },
  });
}
