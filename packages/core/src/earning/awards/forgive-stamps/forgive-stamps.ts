import { json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { keyOf } from "../../../foundation/writing/index.ts";
import { insertStampDebts } from "../../../holding/stamps/index.ts";
import { audit, member, merchant } from "../../../machinery/facts/index.ts";
import {
  check,
  fact,
  operation,
  rowOf,
  send,
  updateFrom,
} from "../../../machinery/kernel/index.ts";

const { memberships } = member;
const l = rowOf("l", { customerId: 0 });

/** The id of the audit entry, which the ledger names as the cause. */
const recorded = fact({
  call: {},
  joins: () => sql``,
  keeps: { causeId: sql`c.audit_id` },
  shows: {},
});

const stampsAreOwed = check({
  code: "invalid",
  again: "ms",
  holds: () => sql`${memberships.stampsOwed} > 0`,
  words: () => ({
    field: "customerId",
    message: "This customer owes no stamps.",
    rule: "the customer owes stamps",
  }),
});

/** Lets the debts of members go. */
export const forgiven = operation({
  name: "customers.forgiveStamps",
  statement: "forgive_stamps",
  call: {},
  sees: [merchant.found, member.foundById, recorded, audit.found],
  checks: [{ memberExists: member.exists, stampsAreOwed }],
  once: ["customerId"],
  locks: [{ ...member.locked, adds: { owed: memberships.stampsOwed } }, member.customerLocked],
  change: (isOwned) =>
    updateFrom(
      memberships,
      // every change of a debt raises the number, because sales are judged by both as they were seen
      { stampsOwed: sql`0`, entryNumber: sql`${memberships.entryNumber} + 1` },
      {
        from: sql`locked l`,
        where: sql`${memberships.customerId} = ${l.customerId} and ${isOwned}`,
        returning: sql`l.*`,
      },
    ),
  writes: {
    debt: sql.raw(
      insertStampDebts("changed", { cause: "forgiven", causeId: "s.cause_id", delta: "-s.owed" }),
    ),
    audited: audit.entries({
      action: "customers.forgiveStamps",
      details: "json_build_object('stamps', d.owed)",
    }),
  },
  frame: sql<object>`json_build_object()`,
  changed: json({ forgiven: sql<number>`s.owed` }),
});

/** The values that one call sends, without its idempotency key. */
export type ForgivenCall = Parameters<typeof forgiven.refuse>[1];

/**
 * Lets go all stamps that a member owes, and returns how many. The audit log records the reason and the person.
 * Throws `invalid_user`, and `invalid` if the member owes none.
 */
export async function forgiveStamps(
  ctx: CoreContext,
  { customerId, reason }: { readonly customerId: number; readonly reason: string },
): Promise<{ readonly forgiven: number }> {
  const subject = `customer ${customerId}`;
  const call = {
    ...(await auditOf(ctx, { subject, reason })),
    customer: customerId,
    ...keyOf(ctx),
  };
  const how = { subjects: () => [subject], recordedAs: null };
  return (await send(ctx, forgiven, call, how)).changed;
}
