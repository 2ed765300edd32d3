import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyParts,
} from "../../writing/index.ts";
import { mayHaveKey, redemptionColumns } from "../call.sql.ts";
import { invoiceKey, isAllowed, lookups, seenColumns } from "../lookups.sql.ts";
import {
  insertVoucherEntries,
  insertVoucherLines,
  isAllowedHere,
  isOpen,
  lockVouchers,
  voucher,
  voucherColumns,
  voucherOutcomes,
  voucherSeenParts,
} from "../voucher.sql.ts";
import type { VoucherSeen } from "../voucher-redemption.rules.ts";
import { insertRedemptions, spendAuthorizations } from "../writes.sql.ts";
import type { DeductionDone } from "./deduct-value.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "vouchers.deductValue";

const types = {
  ...redemptionColumns,
  voucher: "bigint",
  /** Null if the value is too large for any voucher. Then nothing is deducted. */
  value: "numeric | null",
  extraData: "json | null",
  requestId: "text | null",
} as const;

/** The values that one call sends to the statement. */
export type DeductionCall = CallOf<typeof types>;

/** Whether the voucher `v` has at least the value that the row `call` deducts. */
const holdsValue = (call: string) => `v.remaining_value >= ${call}.value`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, and the SELECT. */
function arms(form: Form): string {
  const key = keyParts(operation, form, {
    ...{ locked: "locked", done: "done" },
    derived: invoiceKey("v.id, trim_scale(c.value)"),
  });
  const canBeRedeemed = `${isOpen("b.customer_id", "b.today")} and ${holdsValue("b")}`;
  return `
seen as materialized (
  select ${seenColumns}, ${key.columns},${voucherColumns}, c.value, ${key.keptJson} as kept,
    ${isAllowed}
      and ${isOpen("u.id", "s.today")}
      and ${isAllowedHere}
      and ${holdsValue("c")} and c.value > 0
      and ${key.isNew} as passes
  from calls c${lookups(form)}${voucher(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["voucher_id", "authorization_id", "key"])}
),
locked as materialized (${lockVouchers(form, "able", { canBeRedeemed, value: "b.value" })}
),${key.owned}
deducted as (
  update vouchers v
  set remaining_value = v.remaining_value - l.value,
    redeemed_at = case when v.remaining_value = l.value then l.now end
  from locked l where v.merchant_id = $1 and v.id = l.voucher_id and ${key.isOwned}
  returning l.*, v.remaining_value as value_left
),
redeemed as (${insertRedemptions("deducted", "voucher_value")}
),
authorized as (${spendAuthorizations("deducted")}
),
line as (${insertVoucherLines("deducted")}
),
entry as (${insertVoucherEntries("deducted")}
),
done as (${voucherOutcomes("deducted", "seen", "'remaining', s.value_left::text")}
)${key.outcome}${answers("seen", "done", voucherSeenParts)}`;
}

/**
 * Deducts values from vouchers that have enough. A call is done only if:
 * - the rules allow it;
 * - its idempotency key has no stored outcome;
 * - no earlier call of the batch has its voucher, authorization or key;
 * - no other transaction has locked a row that it changes or refers to.
 */
export const deductValues = batchStatement<DeductionCall, VoucherSeen, DeductionDone>(
  "deduct_values",
  columnsOf(types),
  arms,
  mayHaveKey,
);
