import type { CoreContext } from "../context.ts";
import { Failure, type Refusal, tooBusy } from "../failures.ts";
import { keyedBy } from "./keyed-by.ts";
import { replay } from "./replay.ts";
import type { Keyed } from "./types.ts";
import { unlessLost } from "./unless-lost.ts";

/** A change of staff that gives something, so that two of it would give it twice. */
export type Giving<Outcome> = {
  /** Names the operation in idempotency keys. */
  readonly operation: string;
  /** Judges, and does all of it in one statement that its key guards; it tells what changed. */
  readonly give: (keyed: Keyed) => Promise<Outcome>;
  /** Why nothing was given, where the rules can tell. */
  readonly explain?: () => Promise<Refusal | null>;
};

/**
 * Does it, unless an earlier call with the same key has: then the first outcome is told again, though
 * the rules would refuse by now.
 */
export async function once<Outcome>(
  ctx: CoreContext,
  { operation, give, explain }: Giving<Outcome>,
): Promise<Outcome> {
  const told = { operation, tell: (_frame: unknown, changed: Outcome) => changed };
  const before = await replay(ctx, told);
  if (before) return before.outcome;
  const giving = give(keyedBy(ctx, operation, {}));
  const given = await unlessLost(giving.then((outcome) => ({ outcome })));
  // of two at once the other may have been faster
  const done = given ?? (await replay(ctx, told));
  if (done) return done.outcome;
  throw new Failure((await explain?.()) ?? tooBusy);
}
