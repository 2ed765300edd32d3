import { countGuess } from "../access/index.ts";
import { recordRefusal } from "../audit/index.ts";
import { isKnown, type OpenContext } from "../context.ts";
import { Failure, type FailureCode, failureKinds, type Refusal } from "../failures.ts";
import { findKeptOutcome, lostRace, waitedForKey } from "./idempotency.store.ts";
import type { Verdict } from "./scene.rules.ts";

/** The parameters of a save that speak of its idempotency key. */
export type Keyed = {
  readonly operation: string;
  readonly key: string | null;
  readonly fingerprint: string | null;
  /** The frame as JSON where there is a key; an outcome is told from it and from what changed. */
  readonly frame: string | null;
};

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
  /**
   * All of it in one guarded statement, without a look before; null where it wrote nothing. Not
   * there where it could not succeed.
   */
  readonly straight?:
    | ((keyed: Keyed) => Promise<{ readonly frame: Told; readonly changed: Changed } | null>)
    | undefined;
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
 * Straight, where that can be; else load, decide, save. When a guard says no, load again, so that the
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
  const { straight } = steps;
  const done = straight && (await unlessLost(straight(keyedBy(ctx, steps.operation, null))));
  if (done) return steps.tell(done.frame, done.changed);
  for (let tries = 0; tries < TRIES; tries++) {
    const scene = await steps.load();
    const verdict = steps.decide(scene);
    if ("refusal" in verdict) {
      const { refusal } = verdict;
      const kept = failureKinds[refusal.code] === "forbidden" ? null : await replay(ctx, steps);
      if (kept) return kept.outcome;
      return refuse(ctx, steps, scene, refusal);
    }
    const done = verdict.alreadyDone ? await replay(ctx, steps) : null;
    if (done) return done.outcome;
    const frame = await steps.plan(verdict.decided);
    const saving = steps.save(frame, keyedBy(ctx, steps.operation, frame));
    const saved = await unlessLost(saving.then((changed) => ({ changed })));
    if (saved) return steps.tell(frame, saved.changed);
    const kept = await replay(ctx, steps);
    if (kept) return kept.outcome;
  }
  throw new Failure({ code: "overloaded", message: "Too busy, please try again.", retryAfter: 1 });
}

/** Null where a guard said no, or another was faster: nothing of the statement stayed. */
async function unlessLost<Result>(saving: Promise<Result>): Promise<Result | null> {
  try {
    return await saving;
  } catch (error) {
    if (waitedForKey(error)) throw new Failure(keyInUse);
    if (!lostRace(error)) throw error;
    return null;
  }
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

function keyedBy(ctx: OpenContext, operation: string, frame: unknown): Keyed {
  const { idempotency } = ctx;
  return {
    operation,
    key: idempotency?.key ?? null,
    fingerprint: idempotency?.fingerprint ?? null,
    frame: idempotency && frame ? JSON.stringify(frame) : null,
  };
}

async function replay<Changed, Outcome, Told>(
  ctx: OpenContext,
  steps: {
    readonly operation: string;
    readonly tell: (frame: Told, changed: Changed) => Outcome;
  },
): Promise<{ outcome: Outcome } | null> {
  const kept = await findKeptOutcome(ctx, steps.operation);
  if (!kept) return null;
  if (!ctx.idempotency?.isSame(kept.fingerprint)) throw new Failure(keyReused);
  ctx.idempotency.onReplay();
  return { outcome: steps.tell(kept.outcome.frame as Told, kept.outcome.changed as Changed) };
}

const keyReused: Refusal = {
  code: "idempotency_key_reused",
  message: "This key was used with another request.",
};
const keyInUse: Refusal = {
  code: "idempotency_key_in_use",
  message: "The first request with this key is still running.",
  retryAfter: 1,
};
