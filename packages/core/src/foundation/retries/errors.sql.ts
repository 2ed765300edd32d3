import { GuardRefused, isDatabaseError } from "@stampbook/db";

/**
 * Returns whether a statement timed out while it waited for the lock on the row of an idempotency key. The
 * first call with the key is then still running.
 */
export function hasWaitedForKey(error: unknown): boolean {
  return (
    isDatabaseError(error) &&
    error.code === "55P03" &&
    (error.where ?? "").includes("idempotency_keys")
  );
}

/** Returns whether a failed guard, a deadlock or a serialization failure rolled the statement back. */
export function wasRefused(error: unknown): boolean {
  return (
    error instanceof GuardRefused ||
    (isDatabaseError(error) && (error.code === "40P01" || error.code === "40001"))
  );
}
