import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { GUESSES_A_MINUTE, tooManyGuesses } from "./guesses.rules.ts";
import { addGuess } from "./guesses.store.ts";

/**
 * Counts a wrong guess that was really evaluated; refuses too_many_attempts where it came on top of
 * the minute's limit, so that nothing is learnt from it. Source: decisions, section 7.
 */
export async function countGuess(ctx: CoreContext): Promise<void> {
  const guesses = await addGuess(ctx);
  if (guesses.count > GUESSES_A_MINUTE) throw new Failure(tooManyGuesses(guesses));
}
