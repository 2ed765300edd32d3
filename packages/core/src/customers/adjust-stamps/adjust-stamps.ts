import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { expireIfDue } from "../../stamps/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import { type Adjustment, refuseAdjustment } from "./adjust-stamps.rules.ts";
import { type AdjustmentCall, adjustments, operation } from "./adjust-stamps.sql.ts";

/**
 * Adds or removes stamps by hand. The audit log records the reason and the person. Throws `invalid_user`, and
 * `insufficient_stamps` if the balance would be negative.
 */
export async function adjustStamps(
  ctx: CoreContext,
  input: Adjustment,
): Promise<{ readonly stamps: number }> {
  const { customerId, delta, reason } = input;
  const call: AdjustmentCall = {
    ...(await auditOf(ctx, { subject: `customer ${customerId}`, reason })),
    customer: customerId,
    delta,
    ...keyOf(ctx),
  };
  const { changed } = await again(ctx, {
    operation: { name: operation, statement: adjustments, subjects },
    call,
    settle: ({ isDue }) => expireIfDue(ctx, { isDue, customer: { id: customerId } }),
    refuse: (seen) => refuseAdjustment(seen, input),
  });
  return changed;
}

const subjects = ({ customer }: AdjustmentCall) => [`customer ${customer}`];
