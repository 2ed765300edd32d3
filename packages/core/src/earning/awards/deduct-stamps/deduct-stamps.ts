import { insertInto, json, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { unknownMember } from "../../../foundation/failures.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import { audit, member, merchant, stamps } from "../../../machinery/facts/index.ts";
import { operation, rowOf, send } from "../../../machinery/kernel/index.ts";
import type { Deducted, DeductionInput } from "../types.ts";

const call = {
  /** The id of the deduction. */
  deduction: "bigint",
  stamps: "bigint",
  notes: "text",
} as const;
const c = rowOf("c", { ...call, actor: 0 });
const s = rowOf("s", { causeId: 0, customerId: 0, now: 0 });

/** Takes stamps by hand, also from a blocked member. */
export const stampDeductions = operation({
  name: "stamps.deduct",
  statement: "deduct_stamps",
  call,
  sees: [
    merchant.found,
    member.found,
    stamps.byHand({ delta: sql`-${c.stamps}`, causeId: c.deduction }),
    audit.found,
  ],
  checks: [
    {
      memberExists: { ...member.exists, code: unknownMember.code, words: () => unknownMember },
      stampsAreHeld: stamps.areHeld(({ stamps }: Pick<DeductionInput, "stamps">) => stamps),
    },
  ],
  settles: member.expiry,
  once: ["customerId"],
  locks: [member.locked, member.customerLocked],
  change: stamps.change,
  writes: {
    deduction: insertInto(
      schema.stampDeductions,
      {
        id: s.causeId,
        customerId: s.customerId,
        stamps: c.stamps,
        notes: c.notes,
        createdAt: s.now,
        createdBy: c.actor,
      },
      { from: sql`from changed s join calls c on c.n = s.n`, end: sql`returning 1` },
    ),
    stamp_entry: stamps.entries("deduction"),
    entry: audit.entries({
      action: "stamps.deduct",
      subject: audit.ofCustomer,
      details: "json_build_object('delta', d.delta)",
    }),
  },
  frame: json({
    deduction: json({
      id: s.causeId as SQL<number>,
      stamps: c.stamps as SQL<number>,
      notes: c.notes as SQL<string>,
      createdAt: s.now as SQL<string>,
    }),
    customer: sql`b.customer` as SQL<Deducted["customer"]>,
    membership: sql`b.membership` as SQL<Deducted["membership"]>,
  }),
  changed: json({ stamps: sql<number>`s.stamps` }),
});

/** The outcome of a call or of its replay. */
export const keptStampDeduction = kept(
  stampDeductions,
  ({ frame, changed }): Deducted => ({
    ...frame,
    membership: { ...frame.membership, ...changed },
  }),
);

/** The values that one call sends, without its idempotency key. */
export type DeductionCall = Parameters<typeof stampDeductions.refuse>[1];

/**
 * Takes stamps from a member by hand. Stamps that expire first are taken first. The audit log records the
 * notes and the caller. Throws `invalid_data` for an unknown member, and `insufficient_stamps`. See interface
 * 2, section 4.
 */
export async function deductStamps(ctx: CoreContext, input: DeductionInput): Promise<Deducted> {
  const { user, stamps, notes } = input;
  const call = {
    deduction: await ctx.ids.take(ctx.caller.merchant.id, "stamp_deductions"),
    ...member.callOf(ctx, user),
    ...{ stamps, notes },
    ...(await auditOf(ctx, { subject: "", reason: notes })),
    ...keyOf(ctx),
  };
  const how = { subjects: member.subjects, recordedAs: null };
  return keptStampDeduction.read(await send(ctx, stampDeductions, call, how));
}
