import { type Failed, failureOf, isSignedOut } from "../../../rpc/failure.ts";

/**
 * What a failed call says at the till. Null if the session has ended: the till then asks to sign in on the
 * page, and the message would no longer be true afterwards.
 */
export function refusedOf(error: unknown): Failed | null {
  return error && !isSignedOut(error) ? failureOf(error) : null;
}
