import type { CoreDeps } from "../context.ts";
import { recordSecurityEvent } from "./record-security-event.ts";
import { findStaffWork, type StaffRef } from "./staff-merchants.sql.ts";
import type { SecurityEvent } from "./types.ts";

/**
 * Records what a person did with their own account, for every merchant that they work for. Records
 * nothing for an unknown email, because anyone can make those up.
 */
export async function recordStaffEvent(
  deps: CoreDeps,
  who: StaffRef,
  event: Omit<SecurityEvent, "merchantId" | "actor">,
): Promise<void> {
  const work = await findStaffWork(deps.db, who);
  for (const merchantId of work?.merchants ?? [])
    await recordSecurityEvent(deps, { ...event, merchantId, actor: `staff:${work?.userId}` });
}
