import { noteAnotherMerchant } from "./another-merchant.ts";
import { isCovered } from "./cover.ts";
import { isEnrolmentDue, isSignedOut } from "./failure.ts";

/** Opens the sign-in page if the error says that the session has ended. It leads back to this page. */
export function leadToSignIn(error: unknown): void {
  // while a device is locked nobody is signed in, and the page waits
  if (!isSignedOut(error) || isCovered() || window.location.pathname === "/sign-in") return;
  const next = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?next=${encodeURIComponent(next)}`);
}

/** Leaves the page if a read was refused because nobody may see it any longer. */
export function onRefusedRead(error: unknown): void {
  // the page that comes then asks for nothing but the second factor
  if (isEnrolmentDue(error)) window.location.reload();
  noteAnotherMerchant(error);
  leadToSignIn(error);
}
