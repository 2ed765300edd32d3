import type { CoreDeps } from "../../../foundation/context.ts";
import { Failure, inWords } from "../../../foundation/failures.ts";
import { TOKEN_TRIES_A_MINUTE as MOST } from "../guesses/guesses.rules.ts";
import { networkOf } from "../sign-in/network.rules.ts";
import { reserveTokenTry, returnTokenTry } from "./tries.sql.ts";

/** A counted try of a token. */
type TokenTry = {
  /** Subtracts the try from the count. Call it if the token was right. */
  readonly giveBack: () => Promise<void>;
};

/**
 * Counts a try of a token from the query or the body of a request, before the token is looked up. Counts by
 * the network of `address`, over all processes. Throws `too_many_attempts` above 60 in a minute. Stores only
 * a fingerprint of the network. Interface 2, section 1.
 */
export async function countTokenTry(deps: CoreDeps, address: string): Promise<TokenTry> {
  const subject = deps.secrets.fingerprint(`tokens from ${networkOf(address)}`);
  const { isCounted, begun, secondsLeft } = await reserveTokenTry(deps, subject, MOST);
  const retryAfter = Math.max(1, Math.ceil(secondsLeft));
  if (!isCounted)
    throw new Failure({
      code: "too_many_attempts",
      message: `Too many attempts, try again in ${inWords(retryAfter)}`,
      rule: "wrong tokens from one address in a minute",
      expected: `at most ${MOST}`,
      retryAfter,
    });
  return { giveBack: () => returnTokenTry(deps, subject, begun) };
}
