import { type Failed, failureOf, isSignedOut } from "../../../rpc/failure.ts";

/**
 * Returns the failure to show at the till. Null if the session has ended: the till then asks to sign in, and
 * after that the message would be wrong.
 */
export function refusedOf(error: unknown): Failed | null {
  return error && !isSignedOut(error) ? failureOf(error) : null;
}
