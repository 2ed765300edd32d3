import { type Failed, failureOf, isSignedOut } from "../../../rpc/failure.ts";

/**
 * Returns the failure to show at the till. Null if the session has ended, because the till then asks to sign
 * in instead.
 */
export function refusedOf(error: unknown): Failed | null {
  return error && !isSignedOut(error) ? failureOf(error) : null;
}
