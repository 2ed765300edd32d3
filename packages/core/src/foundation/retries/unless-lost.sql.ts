import { GuardRefused, isDatabaseError } from "@stampbook/db";
import { Failure, type Refusal } from "../failures.ts";

export const keyReused: Refusal = {
  code: "idempotency_key_reused",
  message: "This key was used with another request.",
};

export const keyInUse: Refusal = {
  code: "idempotency_key_in_use",
  message: "The first request with this key is still running.",
  retryAfter: 1,
};

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

/**
 * Returns whether a statement timed out while it waited for the lock on the row of an idempotency key. The
 * first call with the key is then still running.
 */
function hasWaitedForKey(error: unknown): boolean {
  return (
    isDatabaseError(error) &&
    error.code === "55P03" &&
    (error.where ?? "").includes("idempotency_keys")
  );
}

/** Returns whether a failed guard, a deadlock or a serialization failure rolled the statement back. */
function wasRefused(error: unknown): boolean {
  return (
    error instanceof GuardRefused ||
    (isDatabaseError(error) && (error.code === "40P01" || error.code === "40001"))
  );
}
