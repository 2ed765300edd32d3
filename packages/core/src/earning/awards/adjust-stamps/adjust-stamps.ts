import { json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { keyOf } from "../../../foundation/writing/index.ts";
import { audit, member, merchant, stamps } from "../../../machinery/facts/index.ts";
import { operation, rowOf, send } from "../../../machinery/kernel/index.ts";

/** A manual change of stamps. */
type Adjustment = {
  readonly customerId: number;
  /** Stamps to add; below zero to remove. */
  readonly delta: number;
  readonly reason: string;
};

const call = { delta: "bigint" } as const;
const c = rowOf("c", { ...call, auditId: 0 });

/** Adds or removes stamps for staff. */
export const adjustments = operation({
  name: "customers.adjustStamps",
  statement: "adjust_stamps",
  call,
  sees: [
    merchant.found,
    member.foundById,
    stamps.byHand({
      delta: c.delta,
      causeId: c.auditId,
      expiresOn: sql`case when ${c.delta} > 0 then ${stamps.merchantsLastDay} end`,
    }),
    audit.found,
  ],
  checks: [
    {
      memberExists: member.exists,
      stampsAreHeld: stamps.areHeld(({ delta }: Pick<Adjustment, "delta">) => -delta, "delta"),
    },
  ],
  settles: member.expiry,
  once: ["customerId"],
  locks: [member.locked, member.customerLocked],
  change: stamps.change,
  writes: {
    entry: stamps.entries("adjustment"),
    audited: audit.entries({
      action: "customers.adjustStamps",
      details: "json_build_object('delta', d.delta)",
    }),
  },
  frame: sql<object>`json_build_object()`,
  changed: json({ stamps: sql<number>`s.stamps` }),
});

/** The values that one call sends, without its idempotency key. */
export type AdjustmentCall = Parameters<typeof adjustments.refuse>[1];

/**
 * Adds or removes stamps by hand. The audit log records the reason and the person. Throws `invalid_user`, and
 * `insufficient_stamps` if the balance would be negative.
 */
export async function adjustStamps(
  ctx: CoreContext,
  { customerId, delta, reason }: Adjustment,
): Promise<{ readonly stamps: number }> {
  const subject = `customer ${customerId}`;
  const call = {
    ...(await auditOf(ctx, { subject, reason })),
    customer: customerId,
    delta,
    ...keyOf(ctx),
  };
  const how = { subjects: () => [subject], recordedAs: null };
  const { changed } = await send(ctx, adjustments, call, how);
  return changed;
}
