import { failureOf } from "./failure.ts";

/** Comes to the window where a call was refused because its page shows another merchant. */
export const ANOTHER_MERCHANT = "another-merchant";

/** Whether a call was refused because its page shows another merchant than the person works for by now. */
export function isAnotherMerchant(error: unknown): boolean {
  return failureOf(error).code === "another_merchant";
}

/** Tells the page of such a refusal, wherever on it the call was made. */
export function noteAnotherMerchant(error: unknown): void {
  if (isAnotherMerchant(error)) window.dispatchEvent(new Event(ANOTHER_MERCHANT));
}
