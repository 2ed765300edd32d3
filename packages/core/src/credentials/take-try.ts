import { countGuess } from "../access/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, type Refusal } from "../failures.ts";
import { triesUnderWay } from "./tries.rules.ts";
import type { Finding, ReservedTry } from "./tries.store.ts";

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

/** How one kind of secret is tried. */
export type TrySteps<Scene, Settled extends { readonly inTime: boolean }> = {
  readonly load: () => Promise<Scene>;
  readonly judge: (scene: Scene) => Judged;
  /** Counts the try; null where those that are counted leave no room. */
  readonly reserve: (customerId: number) => Promise<ReservedTry | null>;
  readonly verify: (verifier: string, customerId: number) => Promise<boolean>;
  readonly settle: (customerId: number, of: ReservedTry, finding: Finding) => Promise<Settled>;
  readonly refusalOf: (scene: Scene, settled: Settled) => Refusal;
};

/** Waits, in milliseconds, for tries that are being decided: a second together. */
const pauses = [20, 40, 80, 120, 160, 180, 200, 200];

/**
 * Tries a secret: the try is counted before the secret is looked at, so that tries in parallel are
 * never more than may fail, and a crash gives none back. Right ones at once wait for each other.
 */
export async function takeTry<Scene, Settled extends { readonly inTime: boolean }>(
  ctx: CoreContext,
  steps: TrySteps<Scene, Settled>,
): Promise<TryVerdict> {
  for (const pause of [0, ...pauses]) {
    ctx.secrets.refuseWhenFull();
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
    const scene = await steps.load();
    const judged = steps.judge(scene);
    if ("refusal" in judged) {
      if (judged.costs) await ctx.secrets.verifyNothing();
      if (judged.costs === "guess") await countGuess(ctx);
      return judged;
    }
    const verdict = judged.isOpen ? await tryNow(ctx, steps, scene, judged.customerId) : null;
    if (verdict) return verdict;
  }
  throw new Failure(triesUnderWay);
}

/** Null where another try came first, or the secret was replaced in the meantime. */
async function tryNow<Scene, Settled extends { readonly inTime: boolean }>(
  ctx: CoreContext,
  { reserve, verify, settle, refusalOf }: TrySteps<Scene, Settled>,
  scene: Scene,
  customerId: number,
): Promise<TryVerdict | null> {
  // many may have come in while the scene was read: none of them shall cost a row's write in vain
  ctx.secrets.refuseWhenFull();
  const reserved = await reserve(customerId);
  if (!reserved) return null;
  const isRight = await verify(reserved.verifier, customerId).catch(async (error: unknown) => {
    if (error instanceof Failure) await settle(customerId, reserved, "unread");
    throw error;
  });
  const settled = await settle(customerId, reserved, isRight ? "right" : "wrong");
  if (isRight) return settled.inTime ? { customerId, verifier: reserved.verifier } : null;
  await countGuess(ctx);
  return { refusal: refusalOf(scene, settled), customerId };
}
