import type { Caller, CoreDeps } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { refuseMoved } from "../moved.sql.ts";
import { findLiveSession } from "./sessions.sql.ts";

/** A member of staff who has signed in. */
export type StaffCaller = Extract<Caller, { kind: "staff" }>;

/**
 * Returns the caller of a session, for the merchant whose console is open. Null if the session has ended or
 * was revoked, or if the person works for no merchant. Throws `another_merchant` if the page shows another
 * merchant, because the ids on the page also exist at other merchants, and `overloaded` if the merchant is
 * moved to another installation.
 */
export async function identifyStaff(
  deps: CoreDeps,
  token: string,
  shownMerchant?: string,
): Promise<StaffCaller | null> {
  const grant = await findLiveSession(deps.db, token, deps.clockOffsetMs);
  if (grant && shownMerchant !== undefined && shownMerchant !== String(grant.merchant.id))
    throw new Failure(anotherMerchant);
  if (!grant) return null;
  refuseMoved(grant);
  const { moved: _, ...rest } = grant;
  return { kind: "staff", ...rest };
}

const anotherMerchant = {
  code: "another_merchant",
  message: "This page shows another merchant than the one that is open. Reload the page.",
  rule: "a page acts for the merchant that it shows",
} as const;
