import { Failure, type Refusal } from "../failures.ts";
import { lostRace, waitedForKey } from "./keys.store.ts";

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

const keyInUse: Refusal = {
  code: "idempotency_key_in_use",
  message: "The first request with this key is still running.",
  retryAfter: 1,
};
