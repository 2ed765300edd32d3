import { Failure } from "../failures.ts";
import { lostRace, waitedForKey } from "./keys.store.ts";
import { keyInUse } from "./refusals.rules.ts";

/** Null where a guard said no, or another was faster: nothing of the statement stayed. */
export async function unlessLost<Result>(saving: Promise<Result>): Promise<Result | null> {
  try {
    return await saving;
  } catch (error) {
    if (waitedForKey(error)) throw new Failure(keyInUse);
    if (!lostRace(error)) throw error;
    return null;
  }
}
