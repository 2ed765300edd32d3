import { networkOf } from "../../access/index.ts";
import type { CoreDeps } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { CALLS_FROM_AN_ADDRESS, checkCalls } from "./calls.rules.ts";
import { addCallFromAddress } from "./calls.sql.ts";

/**
 * Counts a call that needs no token by its network, whether the call succeeds or not. Refuses
 * too_many_attempts above 30 calls in a minute over all processes. Addresses are not stored.
 */
export async function countCallFromAddress(deps: CoreDeps, address: string): Promise<void> {
  const subject = deps.secrets.fingerprint(`bookings from ${networkOf(address)}`);
  const refusal = checkCalls(await addCallFromAddress(deps, subject), CALLS_FROM_AN_ADDRESS);
  if (refusal) throw new Failure(refusal);
}
