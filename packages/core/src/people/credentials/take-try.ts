import {
  checkCounted,
  countGuess,
  type Guesses,
  guessesLeft,
} from "../../entering/access/index.ts";
import { noteSpent, type SpendingState } from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, type Refusal } from "../../foundation/failures.ts";
import { mayHaveWritten, untilDecided } from "./deciding.sql.ts";
import { triesUnderWay } from "./tries.rules.ts";
import type { Finding, ReservedTry, TryName } from "./tries.sql.ts";

/**
 * The outcome of a try: the customer and the verifier that matched, or a refusal. A refusal's `customerId` is
 * null if no customer was found.
 */
export type TryOutcome =
  | { readonly customerId: number; readonly verifier: string }
  | { readonly refusal: Refusal; readonly customerId: number | null };

/**
 * The decision before a try. If `isOpen` is false, the try must wait until the outcomes of other tries are
 * known.
 */
export type TryDecision =
  | {
      readonly refusal: Refusal;
      readonly customerId: number | null;
      /**
       * Set if the refusal must not be faster than a check of a secret. `time`: it takes as long as a check.
       * `guess`: it also counts as a wrong guess of the caller.
       */
      readonly costs?: "time" | "guess";
    }
  | { readonly customerId: number; readonly isOpen: boolean };

type SettledTry = {
  readonly isInTime: boolean;
  readonly guesses: Guesses | null;
  readonly budgets?: readonly SpendingState[];
};

/** The steps of one try, for one kind of secret. */
type TrySteps<Seen, Settled extends SettledTry> = {
  readonly load: () => Promise<Seen>;
  readonly judge: (seen: Seen) => TryDecision;
  /**
   * Counts the try. Returns null if wrong and undecided tries together have reached the limit, if the secret
   * was deleted, or if another undecided try has the same name.
   */
  readonly reserve: (customerId: number, tryName: TryName) => Promise<ReservedTry | null>;
  /** Does the work of `verify` without a verifier. */
  readonly pretend: () => Promise<void>;
  readonly verify: (verifier: string, customerId: number) => Promise<boolean>;
  readonly settle: (customerId: number, tryName: TryName, finding: Finding) => Promise<Settled>;
  readonly refusalOf: (seen: Seen, settled: Settled) => Refusal;
};

/** Milliseconds between the attempts of one try, one second in total. */
const pauses = [20, 40, 80, 120, 160, 180, 200, 200];

/**
 * Runs one try of a PIN or password. The try is counted before the secret is checked, so that parallel tries
 * never exceed the limit. After a crash the try stays counted. If undecided parallel tries have reached the
 * limit, the try waits for their outcomes. After a second of waiting, throws too_many_attempts.
 */
export async function takeTry<Seen, Settled extends SettledTry>(
  ctx: CoreContext,
  steps: TrySteps<Seen, Settled>,
): Promise<TryOutcome> {
  for (const pause of [0, ...pauses]) {
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
    const outcome = await ctx.secrets.onPlace(() => tryOnce(ctx, steps));
    if (outcome) return outcome;
  }
  throw new Failure(triesUnderWay);
}

/**
 * Runs one attempt. Returns null if the call must wait for other tries. Also returns null if a right secret
 * was replaced, or its try was counted as wrong, before the outcome was written.
 */
async function tryOnce<Seen, Settled extends SettledTry>(
  ctx: CoreContext,
  { load, judge, reserve, pretend, verify, settle, refusalOf }: TrySteps<Seen, Settled>,
): Promise<TryOutcome | null> {
  const seen = await load();
  const decision = judge(seen);
  if ("refusal" in decision) {
    if (decision.costs) await pretend();
    if (decision.costs === "guess") await countGuess(ctx);
    return decision;
  }
  const { customerId } = decision;
  if (!decision.isOpen) return null;
  const tryName = ctx.secrets.newTryName();
  const settleAs = (finding: Finding) =>
    untilDecided(ctx.db, () => settle(customerId, tryName, finding));
  const reserved = await reserve(customerId, tryName).catch((error: unknown) => {
    // not awaited, because the caller gets the error now
    if (mayHaveWritten(error)) settleAs("unread").catch(() => {});
    throw error;
  });
  if (!reserved) return null;
  const isRight = await verify(reserved.verifier, customerId).catch(async (error: unknown) => {
    if (error instanceof Failure) await settleAs("unread");
    throw error;
  });
  const settled = await settleAs(isRight ? "right" : "wrong");
  if (isRight) return settled.isInTime ? { customerId, verifier: reserved.verifier } : null;
  if (settled.guesses) ctx.onLimit?.(guessesLeft(settled.guesses));
  noteSpent(ctx, settled.budgets ?? []);
  const tooMany = checkCounted(settled.guesses);
  if (tooMany) throw new Failure(tooMany);
  return { refusal: refusalOf(seen, settled), customerId };
}
