import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { identifierForms, readIdentifier } from "../../customers/index.ts";
import { expireIfDue } from "../../stamps/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import type { Deducted, DeductionInput } from "../types.ts";
import { deducted, refuseDeduction } from "./deduct-stamps.rules.ts";
import { type DeductionCall, operation, stampDeductions } from "./deduct-stamps.sql.ts";

/**
 * Takes stamps from a member by hand. Stamps that expire first are taken first. The audit log records the
 * notes and the caller. Throws `invalid_data` for an unknown member, and `insufficient_stamps`. See interface
 * 2, section 4.
 */
export async function deductStamps(ctx: CoreContext, input: DeductionInput): Promise<Deducted> {
  const { user, stamps, notes } = input;
  const { merchant } = ctx.caller;
  const { id: customer, ...named } = readIdentifier(user, identifierForms, merchant.country);
  const call: DeductionCall = {
    deduction: await ctx.ids.take(merchant.id, "stamp_deductions"),
    ...{ ...named, customer, stamps, notes },
    ...(await auditOf(ctx, { subject: "", reason: notes })),
    ...keyOf(ctx),
  };
  const done = await again(ctx, {
    operation: { name: operation, statement: stampDeductions, subjects },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    refuse: (seen) => refuseDeduction(seen, stamps),
  });
  return deducted(done);
}

/**
 * Returns the customer's identifier from the request. The batcher of a process (`writing/batch.ts`) never
 * sends two calls with equal subjects at the same time.
 */
function subjects({ email, memberId, mobileNumber, firstId, customer }: DeductionCall) {
  return [`customer ${email ?? memberId ?? mobileNumber ?? firstId ?? customer}`];
}
