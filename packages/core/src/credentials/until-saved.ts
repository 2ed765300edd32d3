import { Failure, tooBusy } from "../failures.ts";

/** Losing a race this often in a row means that something else is wrong. */
const TRIES = 10;

/** Repeats `attempt` while it returns null, which means that data it relied on was changed meanwhile. */
export async function untilSaved<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new Failure(tooBusy);
}
