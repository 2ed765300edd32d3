import { checkCounted, countGuess, type Guesses } from "../access/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, type Refusal } from "../failures.ts";
import { mayHaveWritten, untilDecided } from "./deciding.sql.ts";
import { triesUnderWay } from "./tries.rules.ts";
import type { Finding, ReservedTry, TryName } from "./tries.sql.ts";

/** The customer with the verifier, or a refusal, with the customer if known. */
export type TryVerdict =
  | { readonly customerId: number; readonly verifier: string }
  | { readonly refusal: Refusal; readonly customerId: number | null };

/** The decision before a try: refuse, wait, or try now. */
export type Judged =
  | {
      readonly refusal: Refusal;
      readonly customerId: number | null;
      /** The cost of a customer without a secret: the time of a comparison, or that and a guess. */
      readonly costs?: "time" | "guess";
    }
  | { readonly customerId: number; readonly isOpen: boolean };

type SettledTry = { readonly inTime: boolean; readonly guesses: Guesses | null };

/** The steps of trying one kind of secret. */
export type TrySteps<Scene, Settled extends SettledTry> = {
  readonly load: () => Promise<Scene>;
  readonly judge: (scene: Scene) => Judged;
  /** Counts the try; null if the counted tries leave no room. */
  readonly reserve: (customerId: number, tryName: TryName) => Promise<ReservedTry | null>;
  readonly verify: (verifier: string, customerId: number) => Promise<boolean>;
  readonly settle: (customerId: number, tryName: TryName, finding: Finding) => Promise<Settled>;
  readonly refusalOf: (scene: Scene, settled: Settled) => Refusal;
};

/** Milliseconds between checks for undecided tries, one second in total. */
const pauses = [20, 40, 80, 120, 160, 180, 200, 200];

/**
 * Tries a secret. The try is counted before the secret is checked, so that parallel tries never exceed
 * the limit, and a crash gives none back. Right tries at the same time wait for each other.
 */
export async function takeTry<Scene, Settled extends SettledTry>(
  ctx: CoreContext,
  steps: TrySteps<Scene, Settled>,
): Promise<TryVerdict> {
  for (const pause of [0, ...pauses]) {
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
    const verdict = await ctx.secrets.onPlace(() => tryOnce(ctx, steps));
    if (verdict) return verdict;
  }
  throw new Failure(triesUnderWay);
}

/** Null if another try came first, or the secret was replaced meanwhile. */
async function tryOnce<Scene, Settled extends SettledTry>(
  ctx: CoreContext,
  { load, judge, reserve, verify, settle, refusalOf }: TrySteps<Scene, Settled>,
): Promise<TryVerdict | null> {
  const scene = await load();
  const judged = judge(scene);
  if ("refusal" in judged) {
    if (judged.costs) await ctx.secrets.verifyNothing("placed");
    if (judged.costs === "guess") await countGuess(ctx);
    return judged;
  }
  const { customerId } = judged;
  if (!judged.isOpen) return null;
  const tryName = ctx.secrets.newTryName();
  const decide = (finding: Finding) =>
    untilDecided(ctx.db, () => settle(customerId, tryName, finding));
  const reserved = await reserve(customerId, tryName).catch((error: unknown) => {
    // runs in the background: the caller gets the error now
    if (mayHaveWritten(error)) decide("unread").catch(() => {});
    throw error;
  });
  if (!reserved) return null;
  const isRight = await verify(reserved.verifier, customerId).catch(async (error: unknown) => {
    if (error instanceof Failure) await decide("unread");
    throw error;
  });
  const settled = await decide(isRight ? "right" : "wrong");
  if (isRight) return settled.inTime ? { customerId, verifier: reserved.verifier } : null;
  const tooMany = checkCounted(settled.guesses);
  if (tooMany) throw new Failure(tooMany);
  return { refusal: refusalOf(scene, settled), customerId };
}
