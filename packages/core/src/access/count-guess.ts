import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { checkCounted } from "./guesses.rules.ts";
import { addGuess } from "./guesses.store.ts";

/**
 * Counts a wrong guess that was really evaluated; refuses too_many_attempts where it came on top of
 * the minute's limit, so that nothing is learnt from it. Source: decisions, section 7.
 */
export async function countGuess(ctx: CoreContext): Promise<void> {
  const refusal = checkCounted(await addGuess(ctx));
  if (refusal) throw new Failure(refusal);
}
