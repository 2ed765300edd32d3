import { noteAnotherMerchant } from "./another-merchant.ts";
import { isCovered } from "./cover.ts";
import { isEnrolmentDue, isSignedOut } from "./failure.ts";

let askHere: (() => void) | null = null;

/**
 * From now on, calls `ask` when a call says that the session has ended, instead of opening the sign-in page.
 * Ends when the returned function is called.
 */
export function signInHere(ask: () => void): () => void {
  askHere = ask;
  return () => {
    askHere = null;
  };
}

/**
 * If the error says that the session has ended, and this page has called `signInHere`, asks to sign in here.
 */
export function askToSignIn(error: unknown): void {
  if (isSignedOut(error) && !isCovered()) askHere?.();
}

/**
 * If the error says that the session has ended, asks to sign in: on this page if the page has called
 * `signInHere`, else on the sign-in page, which leads back.
 */
export function leadToSignIn(error: unknown): void {
  // a covered page already asks to sign in, and so does the sign-in page
  if (!isSignedOut(error) || isCovered() || window.location.pathname === "/sign-in") return;
  if (askHere) {
    askHere();
    return;
  }
  const next = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?next=${encodeURIComponent(next)}`);
}

/**
 * Handles a refused read: the session has ended, the person has switched to another merchant, or they must
 * set up a second factor.
 */
export function onRefusedRead(error: unknown): void {
  // after the reload, the page only asks to set up the second factor
  if (isEnrolmentDue(error)) window.location.reload();
  noteAnotherMerchant(error);
  leadToSignIn(error);
}
