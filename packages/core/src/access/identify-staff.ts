import type { Caller, CoreDeps } from "../context.ts";
import { Failure } from "../failures.ts";
import { findLiveSession } from "./staff.store.ts";

/** A member of staff who has signed in. */
export type StaffCaller = Extract<Caller, { kind: "staff" }>;

/**
 * Who has this session, for the merchant whose console is open; null where it has ended, was
 * revoked, or its person works for nobody any more. A page says which merchant it shows, and is
 * refused where that is not the one: what it shows goes by ids that another merchant has too.
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
  message: "This page shows a merchant that you do not work for now.",
  rule: "a page acts for the merchant that it shows",
} as const;
