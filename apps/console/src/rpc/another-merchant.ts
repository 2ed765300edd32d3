import { failureOf } from "./failure.ts";

/** The window's event for a call that was refused because the person has switched to another merchant. */
export const ANOTHER_MERCHANT = "another-merchant";

/** Whether a call was refused because the person has switched to another merchant than the page's. */
export function isAnotherMerchant(error: unknown): boolean {
  return failureOf(error).code === "another_merchant";
}

/** Dispatches `ANOTHER_MERCHANT` on the window. The page then asks whether to switch or to stay. */
export function askAboutMerchant(): void {
  window.dispatchEvent(new Event(ANOTHER_MERCHANT));
}

/** Calls `askAboutMerchant` if `isAnotherMerchant(error)`. */
export function noteAnotherMerchant(error: unknown): void {
  if (isAnotherMerchant(error)) askAboutMerchant();
}
