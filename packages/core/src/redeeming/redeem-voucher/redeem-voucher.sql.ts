import { guessesJson, guessLookup, mayGuess } from "../../access/index.ts";
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
import type { VoucherDone } from "../voucher-redemption.rules.ts";
import { insertRedemptions, spendAuthorizations } from "../writes.sql.ts";
import type { NamedVoucherSeen } from "./redeem-voucher.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "redemptions.redeemVoucher";

const types = {
  ...redemptionColumns,
  /** The voucher's id. If null, `voucherCode` identifies the voucher. */
  voucher: "bigint | null",
  /** The voucher's code, in the form that `codeKeyOf` returns. */
  voucherCode: "text | null",
  /** The subject under which the caller's guesses are counted; null if the call has an id. */
  guessSubject: "text | null",
  guessStore: "text | null",
  guessMost: "int | null",
  guessMostInAll: "int | null",
  extraData: "json | null",
  requestId: "text | null",
} as const;

/** The values that one call sends to the statement. */
export type VoucherCall = CallOf<typeof types>;

/** Whether `v` is the call's voucher. The code is looked up only if the call has no id. */
const isMeant = `v.id = coalesce(c.voucher, (select coded.id from vouchers coded
      where coded.merchant_id = $1 and coded.code_key = c.voucher_code limit 1))`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, and the SELECT. */
function arms(form: Form): string {
  const key = keyParts(operation, form, {
    ...{ locked: "locked", done: "done" },
    derived: invoiceKey("v.id"),
  });
  return `
seen as materialized (
  select ${seenColumns}, ${key.columns},${voucherColumns}, ${guessesJson} as guesses, ${key.keptJson} as kept,
    ${isAllowed}
      and ${mayGuess}
      and ${isOpen("u.id", "s.today")}
      and ${isAllowedHere}
      and ${key.isNew} as passes
  from calls c${lookups(form)}${voucher(form, isMeant)}
  ${guessLookup(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["voucher_id", "authorization_id", "key"])}
),
locked as materialized (${lockVouchers(form, "able", { canBeRedeemed: isOpen("b.customer_id", "b.today") })}
),${key.owned}
spent as (
  update vouchers v
  set redeemed_at = l.now, remaining_value = case when v.remaining_value is not null then 0 end
  from locked l where v.merchant_id = $1 and v.id = l.voucher_id and ${key.isOwned}
  returning l.*
),
redeemed as (${insertRedemptions("spent", "voucher")}
),
authorized as (${spendAuthorizations("spent")}
),
line as (${insertVoucherLines("spent")}
),
entry as (${insertVoucherEntries("spent")}
),
done as (${voucherOutcomes("spent", "seen")}
)${key.outcome}${answers("seen", "done", `${voucherSeenParts}, 'guesses', b.guesses`)}`;
}

/**
 * Redeems vouchers, each at most once. A call is done only if:
 * - the rules allow it;
 * - its idempotency key has no stored outcome;
 * - no earlier call of the batch has its voucher, authorization or key;
 * - no other transaction has locked a row that it changes or refers to.
 */
export const redeemVouchers = batchStatement<VoucherCall, NamedVoucherSeen, VoucherDone>(
  "redeem_vouchers",
  columnsOf(types),
  arms,
  mayHaveKey,
);
