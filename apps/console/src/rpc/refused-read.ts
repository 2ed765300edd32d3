import { noteAnotherMerchant } from "./another-merchant.ts";
import { isCovered } from "./cover.ts";
import { isEnrolmentDue, isSignedOut } from "./failure.ts";

let askHere: (() => void) | null = null;

/**
 * Calls `ask` instead of opening the sign-in page when a call says that the session has ended, until the
 * returned function is called.
 */
export function signInHere(ask: () => void): () => void {
  askHere = ask;
  return () => {
    askHere = null;
  };
}

/** Asks the person to sign in where they are, if a call says that the session has ended and the page can. */
export function askToSignIn(error: unknown): void {
  if (isSignedOut(error) && !isCovered()) askHere?.();
}

/**
 * Asks to sign in if the error says that the session has ended: where the person is, or on the sign-in page,
 * which leads back.
 */
export function leadToSignIn(error: unknown): void {
  // while a device is locked nobody is signed in, and the page waits
  if (!isSignedOut(error) || isCovered() || window.location.pathname === "/sign-in") return;
  if (askHere) {
    askHere();
    return;
  }
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
