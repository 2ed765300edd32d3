import type { Caller, CoreDeps } from "../context.ts";
import { findLiveSession } from "./staff.store.ts";

/** A member of staff who has signed in. */
export type StaffCaller = Extract<Caller, { kind: "staff" }>;

/**
 * Who has this session, for the merchant whose console is open; null where it has ended, was
 * revoked, or its person works for nobody any more.
 */
export async function identifyStaff(deps: CoreDeps, token: string): Promise<StaffCaller | null> {
  const grant = await findLiveSession(deps.db, token, deps.clockOffsetMs);
  return grant && { kind: "staff", ...grant };
}
