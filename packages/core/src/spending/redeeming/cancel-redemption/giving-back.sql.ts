import { insertInto, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { insertSecurityEvents } from "../../../foundation/audit/index.ts";
import { insertStampDebts, insertStampEntries } from "../../../holding/stamps/index.ts";
import { issue } from "../../../holding/vouchers/index.ts";
import {
  audit,
  earlierRedemption,
  issued,
  member,
  voucher,
} from "../../../machinery/facts/index.ts";
import { merchantId, rowOf, updateFrom } from "../../../machinery/kernel/index.ts";

const { redemptions } = earlierRedemption;
const { memberships } = member;
const { vouchers } = voucher;
const pc = alias(schema.promoCodes, "pc");
const pu = alias(schema.promoCodeUses, "pu");
const l = alias(schema.redemptionLines, "l");

/** A row of `changed`, `canceled` or `returned`. */
const s = rowOf("s", {
  ...{ redemptionId: 0, customerId: 0, promoCodeId: 0, voucherId: 0, isUsable: 0 },
  ...{ stampsBack: 0, value: 0, hasDated: 0, day: 0, now: 0, held: 0, owed: 0 },
  ...{ isOpen: 0, becomes: 0, stampsReturned: 0, line: 0, qty: 0, cancelId: 0 },
});

/** The subject of the audit entry and the event: a call by invoice number does not know the id. */
const subject = "'redemption ' || d.redemption_id";

/** Whether the value goes back to its voucher. Else a new voucher has it. */
const isRefilled = sql`${s.voucherId} is not null and ${s.isUsable}`;

const canceled = sql`canceled s`;

/** The stamps that pay what the member owes. */
const paid = sql`least(${s.stampsBack}, ${s.owed})`;

/** The entries of stamps that come back, and that then pay what the member owes. */
const entriesOf = (
  cause: "cancellation" | "part_cancellation",
  causeId: string,
  where: string,
  reversedId?: string,
): Parameters<typeof insertStampEntries>[1][] => [
  {
    ...{ cause, causeId, delta: "s.stamps_back", number: "s.entry_number - (s.paid > 0)::int" },
    ...{ where: `s.stamps_back > 0 and ${where}`, ...(reversedId ? { reversedId } : {}) },
  },
  {
    ...{ cause: `${cause}_debt`, causeId, delta: "-s.paid", reversedId: "s.redemption_id" },
    where: `s.paid > 0 and ${where}`,
  },
];

/** CTEs that record the canceled parts. */
const ofParts = {
  line_change: updateFrom(
    l,
    { canceledQty: sql`${l.canceledQty} + ${s.qty}` },
    {
      from: canceled,
      where: sql`${l.redemptionId} = ${s.redemptionId} and ${l.line} = ${s.line}`,
      returning: sql`1`,
    },
  ),
  part: insertInto(
    schema.redemptionCancels,
    {
      ...{ id: s.cancelId, redemptionId: s.redemptionId, line: s.line, qty: s.qty },
      ...{
        stamps: s.stampsBack,
        reason: sql`c.reason`,
        canceledBy: sql`c.actor`,
        createdAt: s.now,
      },
    },
    {
      from: sql`from canceled s join calls c on c.n = s.n where ${s.line} is not null`,
      end: sql`returning 1`,
    },
  ),
};

/** CTEs that give back the stamps. */
const ofStamps = {
  returned: updateFrom(
    memberships,
    {
      stamps: sql`${memberships.stamps} + ${s.stampsBack} - ${paid}`,
      stampsOwed: sql`${memberships.stampsOwed} - ${paid}`,
      entryNumber: sql`${memberships.entryNumber} + (${s.stampsBack} > 0)::int + (${paid} > 0)::int`,
      nextExpiryOn: sql`case when ${s.hasDated} then least(${memberships.nextExpiryOn}, ${s.day})
      else ${memberships.nextExpiryOn} end`,
    },
    {
      from: canceled,
      where: sql`${memberships.customerId} = ${s.customerId}`,
      returning: sql`s.*, ${memberships.entryNumber}, ${paid} as paid`,
    },
  ),
  stamp_entry: sql.raw(
    insertStampEntries(
      "returned",
      ...entriesOf("cancellation", "s.redemption_id", "s.line is null"),
      ...entriesOf("part_cancellation", "s.cancel_id", "s.line is not null", "s.redemption_id"),
    ),
  ),
  debt: sql.raw(
    insertStampDebts(
      "returned",
      {
        ...{ cause: "cancellation", causeId: "s.redemption_id" },
        delta: "case when s.line is null then -s.paid else 0 end",
      },
      {
        ...{ cause: "part_cancellation", causeId: "s.cancel_id" },
        delta: "case when s.line is null then 0 else -s.paid end",
      },
    ),
  ),
};

/**
 * CTEs that cancel redemptions or parts of them, except what was canceled before, and give back their stamps,
 * values and uses. The stamps first pay what the member owes. Only a redemption of rewards can have a part left: a
 * voucher and a promo code have one line with a quantity of 1. A cancel that leaves nothing is that of the whole.
 * `freed` deletes the key that was made from the invoice number (`invoiceKey`), so that the same redemption can
 * be made again for the invoice. If the customer has ever had stamps that expire, only a replay of the ledger
 * shows when the returned stamps expire. `next_expiry_on` is then set to today, so that the replay is due tomorrow.
 */
export const givenBack = (action: string) => ({
  canceled: updateFrom(
    redemptions,
    {
      status: s.becomes,
      canceledAt: sql`case when ${s.line} is null then ${s.now} end`,
      canceledBy: sql`case when ${s.line} is null then c.actor end`,
      stampsReturned: s.stampsReturned,
      canceledQty: sql`${redemptions.canceledQty} + case when ${s.line} is null then 0 else ${s.qty} end`,
    },
    {
      from: sql`changed s join calls c on c.n = s.n`,
      where: sql`${redemptions.id} = ${s.redemptionId} and ${s.isOpen}`,
      returning: sql`s.*`,
    },
  ),
  ...ofParts,
  ...ofStamps,
  refilled: updateFrom(
    vouchers,
    { remainingValue: sql`${vouchers.remainingValue} + ${s.value}`, redeemedAt: sql`null` },
    {
      from: canceled,
      where: sql`${vouchers.id} = ${s.voucherId} and ${isRefilled}`,
      returning: sql`${vouchers.id}`,
    },
  ),
  value_entry: insertInto(
    schema.voucherValueEntries,
    {
      voucherId: s.voucherId,
      cause: sql`'cancellation'`,
      causeId: s.redemptionId,
      delta: s.value,
      createdAt: s.now,
    },
    { from: sql`from canceled s where ${isRefilled}`, end: sql`returning 1` },
  ),
  withdrawn: issued.withdraw("canceled"),
  code_use: updateFrom(
    pc,
    { uses: sql`${pc.uses} - 1` },
    { from: canceled, where: sql`${pc.id} = ${s.promoCodeId}`, returning: sql`${pc.id}` },
  ),
  customer_use: updateFrom(
    pu,
    { uses: sql`${pu.uses} - 1` },
    {
      from: canceled,
      where: sql`${pu.promoCodeId} = ${s.promoCodeId} and ${pu.customerId} = ${s.customerId}`,
      returning: sql`${pu.customerId}`,
    },
  ),
  review: insertInto(
    schema.replacementReviews,
    { redemptionId: s.redemptionId, reason: sql`c.reason`, canceledAt: s.now },
    {
      from: sql`from canceled s join calls c on c.n = s.n where c.vouchers is not null`,
      end: sql`returning 1`,
    },
  ),
  entry: audit.entries({
    action,
    rows: "canceled",
    subject,
    details: `json_strip_nulls(json_build_object('name', d.name, 'delta', nullif(d.stamps_back, 0),
      'line', d.line, 'qty', case when d.line is not null then d.qty end))`,
  }),
  event: sql.raw(insertSecurityEvents({ what: "redemption-canceled", rows: "canceled", subject })),
  freed: sql`
  delete from idempotency_keys k using canceled s
  where k.merchant_id = ${merchantId} and k.redemption_id = ${s.redemptionId} and ${s.line} is null
  returning k.key`,
});

/** CTEs that issue the replacements. They take the place of the redeemed voucher in what issued that. */
export const replacements = sql.raw(
  issue("calls", "canceled", {
    origin: {
      replaces_redemption_id: "s.redemption_id",
      issued_by_redemption_id: "s.issuer",
      issued_by_line: "s.issuing_line",
      issued_by_transaction_id: "s.issuing_sale",
    },
  }),
);

const ifOpen = (stamps: SQL) => sql<number>`case when ${s.isOpen} then ${stamps} else 0 end`;

/** The stamps that the member holds and owes afterwards. */
export const stampsAfter = {
  stamps: sql<number>`${s.held} + ${ifOpen(sql`${s.stampsBack} - ${paid}`)}`,
  stampsOwed: sql<number>`${s.owed} - ${ifOpen(paid)}`,
};
