import type { CoreDeps } from "../context.ts";
import { recordSecurityEvent } from "./record-security-event.ts";
import { findStaffWork, type StaffRef } from "./staff-merchants.sql.ts";
import type { SecurityEvent } from "./types.ts";

/**
 * Records an event of a person's own account, once for each merchant that the person works for. Records
 * nothing for an unknown email, because anyone can invent emails.
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
