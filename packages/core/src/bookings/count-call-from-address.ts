import { networkOf } from "../access/index.ts";
import type { CoreDeps } from "../context.ts";
import { Failure } from "../failures.ts";
import { CALLS_FROM_AN_ADDRESS, checkCalls } from "./calls.rules.ts";
import { addCallFromAddress } from "./calls.store.ts";

/**
 * Counts a call of the open door, whatever becomes of it, by its network. Refuses
 * too_many_attempts above 30 in a minute, right across processes. No address is kept.
 */
export async function countCallFromAddress(deps: CoreDeps, address: string): Promise<void> {
  const subject = deps.secrets.fingerprint(`bookings from ${networkOf(address)}`);
  const refusal = checkCalls(await addCallFromAddress(deps, subject), CALLS_FROM_AN_ADDRESS);
  if (refusal) throw new Failure(refusal);
}
