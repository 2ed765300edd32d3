import { GuardRefused, isDatabaseError } from "@stampbook/db";

/** Whether a lock timeout occurred at the row of an idempotency key: its first call has not ended. */
export function hasWaitedForKey(error: unknown): boolean {
  return (
    isDatabaseError(error) &&
    error.code === "55P03" &&
    (error.where ?? "").includes("idempotency_keys")
  );
}

/** Whether a guard, a deadlock or a serialization failure rolled a statement back. */
export function wasRefused(error: unknown): boolean {
  return (
    error instanceof GuardRefused ||
    (isDatabaseError(error) && (error.code === "40P01" || error.code === "40001"))
  );
}
