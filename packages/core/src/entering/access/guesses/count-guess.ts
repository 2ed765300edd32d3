import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { checkCounted, guessesLeft } from "./guesses.rules.ts";
import { addGuess } from "./guesses.sql.ts";

/**
 * Counts a wrong guess after it was evaluated. Throws too_many_attempts if the guess exceeds the minute's
 * limit: the caller then does not see the guess's result. In a transaction of several operations, both happen
 * after the rollback. Decisions, section 7.
 */
export async function countGuess(ctx: CoreContext): Promise<void> {
  if (ctx.afterRefusal) return ctx.afterRefusal(countGuess);
  const guesses = await addGuess(ctx);
  ctx.onLimit?.(guessesLeft(guesses));
  const refusal = checkCounted(guesses);
  if (refusal) throw new Failure(refusal);
}
