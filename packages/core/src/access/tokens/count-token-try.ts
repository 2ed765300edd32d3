import type { CoreDeps } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { GUESSES_A_MINUTE, tooManyGuesses } from "../guesses/guesses.rules.ts";
import { networkOf } from "../sign-in/network.rules.ts";
import { reserveTokenTry, returnTokenTry } from "./tries.sql.ts";

/** A counted try of a token. */
export type TokenTry = {
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
  const { isCounted, begun, ...guesses } = await reserveTokenTry(deps, subject, GUESSES_A_MINUTE);
  if (!isCounted)
    throw new Failure({
      ...tooManyGuesses(guesses),
      rule: "wrong tokens from one address in a minute",
    });
  return { giveBack: () => returnTokenTry(deps, subject, begun) };
}
