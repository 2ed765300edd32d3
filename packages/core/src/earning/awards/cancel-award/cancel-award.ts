import { json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import { insertStampEntries, returnableStamps } from "../../../holding/stamps/index.ts";
import { audit, award, member, merchant } from "../../../machinery/facts/index.ts";
import { operation, send } from "../../../machinery/kernel/index.ts";
import type { Identifier } from "../../../people/customers/index.ts";
import type { Award, Awarded } from "../types.ts";

/** Cancels awards. If an award was canceled before, the outcome is the same and nothing changes. */
export const awardCancels = operation({
  name: "stamps.cancel",
  statement: "cancel_awards",
  call: {},
  sees: [merchant.found, member.found, award.found, audit.found],
  checks: [{ memberExists: member.exists }, award.checks],
  settles: member.expiry,
  completes: {
    lacks: award.lacksReplay,
    complete: async (ctx, call, { customer, award, toTake }) => {
      if (!customer || !award || toTake !== null) return null;
      const origin = { cause: "award", causeId: award.id } as const;
      const { stamps, entryNumber } = await returnableStamps(ctx, customer.id, origin);
      return { ...call, replayed: stamps, replayedTo: entryNumber };
    },
  },
  once: ["customerId"],
  locks: [award.locked, award.ledgerLocked, member.customerLocked],
  change: (isOwned) => sql`select l.* from locked l where ${isOwned}`,
  writes: {
    canceled: award.cancel,
    returned: award.takeBack,
    stamp_entry: sql.raw(
      insertStampEntries("returned", {
        cause: "award_cancellation",
        causeId: "s.award_id",
        delta: "-s.takes",
        reversedId: "s.award_id",
        where: "s.takes > 0",
      }),
    ),
    entry: audit.entries({
      action: "stamps.cancel",
      rows: "canceled",
      subject: audit.ofCustomer,
      details: "json_build_object('delta', -d.takes)",
    }),
  },
  frame: json({
    award: json({
      id: sql<number>`s.award_id`,
      stamps: sql<number>`s.given`,
      status: sql<Award["status"]>`'Canceled'`,
    }),
    customer: sql<Awarded["customer"]>`b.customer`,
    membership: sql<Awarded["membership"]>`b.membership`,
  }),
  changed: json({ stamps: sql<number>`s.held - s.takes` }),
});

/** The outcome of a call or of its replay. */
export const keptAwardCancel = kept(
  awardCancels,
  ({ frame, changed }): Awarded => ({
    ...frame,
    membership: { ...frame.membership, ...changed },
  }),
);

/** The values that one call sends, without its idempotency key. */
export type CancelAwardCall = Parameters<typeof awardCancels.refuse>[1];

/**
 * Cancels an award of a customer, and takes back its stamps, except those that have expired. A second cancel
 * returns the same outcome and changes nothing. Throws `invalid_user`, `award_not_found`, and
 * `permission_denied` for an award of a store outside the caller's stores. Throws `insufficient_stamps` if
 * the customer has fewer stamps than must be taken back. See interface 2, section 4.
 */
export async function cancelAward(
  ctx: CoreContext,
  { user, award }: { readonly user: Identifier; readonly award: number },
): Promise<Awarded> {
  const call = {
    award,
    ...member.callOf(ctx, user),
    allowedStores: ctx.caller.stores,
    ...{ replayed: null, replayedTo: null },
    ...(await auditOf(ctx, { subject: "" })),
    ...keyOf(ctx),
  };
  const how = { subjects: member.subjects, recordedAs: null };
  return keptAwardCancel.read(await send(ctx, awardCancels, call, how));
}
