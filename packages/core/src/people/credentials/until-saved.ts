import { Failure, tooBusy } from "../../foundation/failures.ts";

/** The most attempts. Ten conflicts in a row mean that something else is wrong. */
const TRIES = 10;

/**
 * Calls `attempt` until it returns a result. Null means that data was changed meanwhile. Throws `overloaded`
 * after 10 attempts.
 */
export async function untilSaved<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new Failure(tooBusy);
}
