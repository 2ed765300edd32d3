import { countGuess } from "../access/index.ts";
import { recordRefusal } from "../audit/index.ts";
import { isKnown, type OpenContext } from "../context.ts";
import { Failure, type FailureCode, failureKinds, type Refusal, tooBusy } from "../failures.ts";
import { type Keyed, keyedBy, replay, unlessLost } from "../retries/index.ts";
import type { Verdict } from "./scene.rules.ts";

/** Where and for whom, as far as a scene knows. */
type Parties = {
  readonly store: { readonly id: number } | null;
  readonly customer: { readonly id: number } | null;
};

/** One way to redeem, in the steps that all share. `Told` is what of the frame is told. */
export type Steps<Scene extends Parties, Decided, Frame extends Told, Changed, Outcome, Told> = {
  /** Names the operation in idempotency keys and refusals. */
  readonly operation: string;
  /** What is to be redeemed or canceled, for the refusals that staff look up. */
  readonly subject: string;
  /** The refusal that means a wrong guess at a code. */
  readonly wrongGuess?: FailureCode;
  /** Reads everything that the rules look at. */
  readonly load: () => Promise<Scene>;
  /** The rules, in the documented order. */
  readonly decide: (scene: Scene) => Verdict<Decided>;
  /** What will be written; JSON all through, because a replay is told from it. */
  readonly plan: (decided: Decided) => Promise<Frame>;
  /** The guarded statement. */
  readonly save: (frame: Frame, keyed: Keyed) => Promise<Changed>;
  readonly tell: (frame: Told, changed: Changed) => Outcome;
};

/** Losing a race this often in a row means that something else is wrong. */
const TRIES = 10;

/**
 * Loads, decides, saves. When a guard says no, load again, so that the
 * rules explain. A call with a key that has succeeded before is told the first outcome again.
 */
export async function attempt<
  Scene extends Parties,
  Decided,
  Frame extends Told,
  Changed,
  Outcome,
  Told,
>(ctx: OpenContext, steps: Steps<Scene, Decided, Frame, Changed, Outcome, Told>): Promise<Outcome> {
  for (let tries = 0; tries < TRIES; tries++) {
    const scene = await steps.load();
    const verdict = steps.decide(scene);
    if ("refusal" in verdict) {
      const { refusal } = verdict;
      const kept = failureKinds[refusal.code] === "forbidden" ? null : await replay(ctx, steps);
      if (kept) return kept.outcome;
      return refuse(ctx, steps, scene, refusal);
    }
    const frame = await steps.plan(verdict.decided);
    const saving = steps.save(frame, keyedBy(ctx, steps.operation, frame));
    const saved = await unlessLost(saving.then((changed) => ({ changed })));
    if (saved) return steps.tell(frame, saved.changed);
    const kept = await replay(ctx, steps);
    if (kept) return kept.outcome;
  }
  throw new Failure(tooBusy);
}

async function refuse<Scene extends Parties>(
  ctx: OpenContext,
  {
    operation,
    subject,
    wrongGuess,
  }: { operation: string; subject: string; wrongGuess?: FailureCode },
  scene: Scene,
  refusal: Refusal,
): Promise<never> {
  // through an open door anybody could fill the list of refusals
  if (!isKnown(ctx)) throw new Failure(refusal);
  if (refusal.code === wrongGuess) await countGuess(ctx);
  const { store, customer } = scene;
  const call = { operation, subject, storeId: store?.id ?? null, customerId: customer?.id ?? null };
  await recordRefusal(ctx, call, refusal);
  throw new Failure(refusal);
}
