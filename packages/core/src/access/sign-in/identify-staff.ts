import type { Caller, CoreDeps } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { findLiveSession } from "./sessions.sql.ts";

/** A member of staff who has signed in. */
export type StaffCaller = Extract<Caller, { kind: "staff" }>;

/**
 * The caller of this session, for the merchant whose console is open; null if the session has ended or
 * was revoked, or its person works for no merchant. A page names the merchant that it shows, and is
 * refused if another one is open, because the ids on the page also exist at other merchants.
 */
export async function identifyStaff(
  deps: CoreDeps,
  token: string,
  shownMerchant?: string,
): Promise<StaffCaller | null> {
  const grant = await findLiveSession(deps.db, token, deps.clockOffsetMs);
  if (grant && shownMerchant !== undefined && shownMerchant !== String(grant.merchant.id))
    throw new Failure(anotherMerchant);
  return grant && { kind: "staff", ...grant };
}

const anotherMerchant = {
  code: "another_merchant",
  message: "This page shows another merchant than the one that is open. Reload the page.",
  rule: "a page acts for the merchant that it shows",
} as const;
