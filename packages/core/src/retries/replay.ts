import type { OpenContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { findKeptOutcome } from "./keys.store.ts";
import { keyReused } from "./refusals.rules.ts";

/** The first outcome again, where an earlier call with the key has succeeded; null where none has. */
export async function replay<Changed, Outcome, Told>(
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
