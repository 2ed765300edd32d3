import { checkCounted, countGuess, type Guesses } from "../access/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, type Refusal } from "../failures.ts";
import { mayHaveWritten, untilDecided } from "./deciding.store.ts";
import { triesUnderWay } from "./tries.rules.ts";
import type { Finding, ReservedTry, TryName } from "./tries.store.ts";

/** Either whose secret it is, with its verifier, or why not, and of whom where that is known. */
export type TryVerdict =
  | { readonly customerId: number; readonly verifier: string }
  | { readonly refusal: Refusal; readonly customerId: number | null };

/** What the rules say before a try: not at all, not yet, or now. */
export type Judged =
  | {
      readonly refusal: Refusal;
      readonly customerId: number | null;
      /** Where there is no secret to compare with: the time that takes, or that and a guess. */
      readonly costs?: "time" | "guess";
    }
  | { readonly customerId: number; readonly isOpen: boolean };

type SettledTry = { readonly inTime: boolean; readonly guesses: Guesses | null };

/** How one kind of secret is tried. */
export type TrySteps<Scene, Settled extends SettledTry> = {
  readonly load: () => Promise<Scene>;
  readonly judge: (scene: Scene) => Judged;
  /** Counts the try; null where those that are counted leave no room. */
  readonly reserve: (customerId: number, tryName: TryName) => Promise<ReservedTry | null>;
  readonly verify: (verifier: string, customerId: number) => Promise<boolean>;
  readonly settle: (customerId: number, tryName: TryName, finding: Finding) => Promise<Settled>;
  readonly refusalOf: (scene: Scene, settled: Settled) => Refusal;
};

/** Waits, in milliseconds, for tries that are being decided: a second together. */
const pauses = [20, 40, 80, 120, 160, 180, 200, 200];

/**
 * Tries a secret: the try is counted before the secret is looked at, so that tries in parallel are
 * never more than may fail, and a crash gives none back. Right ones at once wait for each other.
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

/** Null where another try came first, or the secret was replaced in the meantime. */
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
