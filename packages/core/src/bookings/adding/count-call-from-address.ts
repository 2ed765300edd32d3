import { networkOf } from "../../entering/access/index.ts";
import type { CoreDeps } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { CALLS_FROM_AN_ADDRESS, checkCalls } from "./calls.rules.ts";
import { addCallFromAddress } from "./calls.sql.ts";

/**
 * Counts a call without a token, by the network of `address`. Failed calls count too. Throws
 * `too_many_attempts` above 30 calls in a minute, over all processes. Stores only a fingerprint of the
 * network.
 */
export async function countCallFromAddress(deps: CoreDeps, address: string): Promise<void> {
  const subject = deps.secrets.fingerprint(`bookings from ${networkOf(address)}`);
  const refusal = checkCalls(await addCallFromAddress(deps, subject), CALLS_FROM_AN_ADDRESS);
  if (refusal) throw new Failure(refusal);
}
