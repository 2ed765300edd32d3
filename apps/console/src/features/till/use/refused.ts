import { type Failed, failureOf, isSignedOut } from "../../../rpc/failure.ts";

/**
 * What a failed call says at the till. Null for a session that has ended: the till asks to sign in where the
 * person is, and afterwards that would no longer be true.
 */
export function refusedOf(error: unknown): Failed | null {
  return error && !isSignedOut(error) ? failureOf(error) : null;
}
