import type { CoreDeps } from "../context.ts";
import { Failure } from "../failures.ts";
import { CALLS_FOR_A_STORE, checkCalls } from "./calls.rules.ts";
import { addCallForStore } from "./calls.store.ts";

/**
 * Counts a call of the open door, whatever becomes of it, by the store that it is for; a store that
 * nobody has is not counted. Refuses too_many_attempts above 60 in a minute, right across processes.
 */
export async function countCallForStore(deps: CoreDeps, storeId: number): Promise<void> {
  const calls = await addCallForStore(deps, storeId);
  const refusal = calls && checkCalls(calls, CALLS_FOR_A_STORE);
  if (refusal) throw new Failure(refusal);
}
