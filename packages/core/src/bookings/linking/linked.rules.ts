import type { LinkedBooking } from "../types.ts";

/** The words for a booking that its guest can no longer cancel. */
export function isTooLate({ store, status, cancelUntil }: LinkedBooking) {
  return {
    field: "token",
    message: `It can no longer be canceled here. Please call ${store.phone || "the store"}.`,
    rule: "a guest cancels in time",
    expected: `until ${cancelUntil}`,
    found: status,
  };
}
