import type { CoreDeps } from "../context.ts";
import { recordSecurityEvent } from "./insert.sql.ts";
import { findStaffWork, type StaffRef, type StaffWork } from "./staff-merchants.sql.ts";
import type { SecurityEvent } from "./types.ts";

type AccountEvent = Omit<SecurityEvent, "merchantId" | "actor">;

/**
 * Records an event of a person's own account, once for each merchant that the person works for. When and from
 * where they sign in and out concerns only the merchant that the session opens. Records nothing for an unknown
 * email, because anyone can invent emails.
 */
export async function recordStaffEvent(
  deps: CoreDeps,
  who: StaffRef,
  event: AccountEvent,
): Promise<void> {
  const work = await findStaffWork(deps.db, who);
  if (!work) return;
  const opened = "openMerchantId" in who ? (who.openMerchantId ?? null) : null;
  for (const merchantId of isOfSession(event) ? openedBy(work, opened) : work.merchants)
    await recordSecurityEvent(deps, { ...event, merchantId, actor: `staff:${work.userId}` });
}

const isOfSession = ({ what, result }: AccountEvent) =>
  result === "done" && (what === "sign-in" || what === "sign-out");

/** The merchant that a session opens, as `identifyStaff` chooses it. */
function openedBy({ merchants }: StaffWork, chosen: number | null): readonly number[] {
  return chosen !== null && merchants.includes(chosen) ? [chosen] : merchants.slice(0, 1);
}
