import { Failure } from "../failures.ts";
import { hasWaitedForKey, wasRefused } from "./errors.sql.ts";
import { keyInUse } from "./refusals.rules.ts";

/**
 * Returns the statement's result, or null if a failed guard, a deadlock or a serialization failure rolled the
 * statement back. Throws `idempotency_key_in_use` if the statement has waited too long for its key.
 */
export async function unlessLost<Result>(saving: Promise<Result>): Promise<Result | null> {
  try {
    return await saving;
  } catch (error) {
    if (hasWaitedForKey(error)) throw new Failure(keyInUse);
    if (!wasRefused(error)) throw error;
    return null;
  }
}
