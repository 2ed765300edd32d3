import { json, jsonIf, oneOf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { NewVoucher } from "../../../holding/vouchers/index.ts";
import {
  canceledByStaff,
  earlierRedemption,
  issued,
  member,
  template,
  voucher,
} from "../../../machinery/facts/index.ts";
import {
  check,
  fact,
  from,
  lock,
  merchantId,
  rowOf,
  unless,
} from "../../../machinery/kernel/index.ts";
import type { RedemptionKind } from "./cancellation.rules.ts";
import * as part from "./part.sql.ts";

// What a cancel of a redemption and its preview look up, check and lock.

const { redemptions } = earlierRedemption;
const { customers } = member;
const { vouchers } = voucher;
const ln = alias(schema.redemptionLines, "ln");
const s = alias(schema.stores, "s");
const e = alias(schema.stampEntries, "e");
const pc = alias(schema.promoCodes, "pc");
/** The voucher that gets its value back, where it is locked. */
const card = alias(schema.vouchers, "card");

const call = {
  /** The redemption's id. If null, the invoice number identifies it (`by-invoice.sql.ts`). */
  redemption: "bigint | null",
  /** The ids of the stores in which the caller may act; null means all. */
  allowedStores: "bigint[] | null",
  ...part.call,
} as const;
const c = rowOf("c", call);

const { isDone } = part;
const isOpen = sql<boolean>`(not ${isDone})`;

/** SQL for `value`, or null if it was canceled before: a second cancel gives nothing back. */
const ifOpen = (value: SQL) => sql`case when ${isOpen} then ${value} end`;

/** The day in the redemption's store. */
const today = sql<string>`s.today`;

/** Whether a value can go back to its voucher, which is active and has not ended. */
const isUsable = (of: typeof vouchers | typeof card, day: SQL) =>
  sql<boolean>`(${of.isActive} and (${of.endDate} is null or ${of.endDate} >= ${day}))`;

const keeps = {
  customerId: customers.id,
  day: member.day,
  redemptionId: redemptions.id,
  status: redemptions.status,
  name: redemptions.name,
  stampsUsed: redemptions.stampsUsed,
  extraData: redemptions.extraData,
  value: ln.value,
  promoCodeId: ifOpen(sql`${ln.promoCodeId}`),
  voucherId: ifOpen(sql`case when ${redemptions.kind} = 'voucher_value' then ${ln.voucherId} end`),
  isUsable: isUsable(vouchers, today),
  today,
  issuer: vouchers.issuedByRedemptionId,
  issuingLine: vouchers.issuedByLine,
  issuingSale: vouchers.issuedByTransactionId,
  /** Whether stamps come back to a member who has ever had stamps that expire. */
  hasDated: sql`(${part.stampsBack} > 0 and exists (select 1 from ${from(e)}
      where ${e.merchantId} = ${merchantId} and ${e.customerId} = ${customers.id} and ${e.expiresOn} is not null))`,
  ...part.keeps,
};
const b = rowOf("b", keeps);

/**
 * The redemption `id` with its customer, unless anonymized, and the voucher of its first line. Only a redemption
 * of several rewards has more lines, and the line of a reward has no voucher, promo code or value. `replacement`
 * is the unspent voucher that an earlier cancel of the redemption issued. `part` is what the call cancels of it.
 */
export const found = (id: SQL = c.redemption) =>
  fact({
    call,
    joins: ({ limit }) => {
      const one = sql.raw(limit);
      return sql`
  left join lateral (select r.* from ${from(redemptions)}
    where ${redemptions.merchantId} = ${merchantId} and ${redemptions.id} = ${id}${one}) r on true${part.joins(one)}
  left join lateral (select u.* from ${from(customers)}
    where ${customers.merchantId} = ${merchantId} and ${customers.id} = ${redemptions.customerId} and ${member.isFound}${one}) u on true${member.membershipJoins(one)}
  left join lateral (select (c.now at time zone ${s.timezone})::date as today from ${from(s)}
    where ${s.merchantId} = ${merchantId} and ${s.id} = ${redemptions.storeId}${one}) s on true
  left join lateral (select ln.* from ${from(ln)}
    where ${ln.merchantId} = ${merchantId} and ${ln.redemptionId} = ${redemptions.id} and ${ln.line} = 1${one}) ln on true${voucher.joins(sql`${vouchers.id} = ${ln.voucherId}`, one)}
  left join lateral (select ${json({ ...voucher.fields, templateId: vouchers.voucherTemplateId })} as replacement
    from ${from(vouchers)} join ${from(template.templates)} on ${template.templates.merchantId} = ${merchantId} and ${template.templates.id} = ${vouchers.voucherTemplateId}
    where ${vouchers.merchantId} = ${merchantId} and ${vouchers.replacesRedemptionId} = ${redemptions.id} and ${redemptions.status} = 'Canceled'
      and ${vouchers.isActive} and ${vouchers.redeemedAt} is null${one}) rp on true`;
    },
    keeps,
    shows: {
      redemption: jsonIf(customers.id, {
        kind: oneOf<RedemptionKind>(redemptions.kind),
        status: oneOf<"Created" | "Canceled">(redemptions.status),
        isDone,
        stampsBack: part.stampsBack,
        value: ln.value,
        promoCodeId: ln.promoCodeId,
        isUsable: isUsable(vouchers, today),
        today,
      }),
      store: jsonIf(customers.id, { id: redemptions.storeId }),
      ...member.shown,
      voucher: voucher.found.shows.voucher,
      template: template.document,
      replacement: sql<NewVoucher | null>`rp.replacement`,
      ...part.shows,
    },
  });

const vouchersFound = issued.found(
  `v.issued_by_redemption_id = r.id and ${part.isOfLine}`,
  isOpen,
  sql`true`,
  part.vouchers.most,
);

/**
 * The vouchers that the redemption, or the line that the call names, issued, with their replacements. `withdraws`
 * are those that the cancel of some of a line's quantity withdraws.
 */
export const issuedFound = {
  ...vouchersFound,
  shows: {
    ...vouchersFound.shows,
    withdraws: sql<
      readonly number[] | null
    >`case when ${part.hasQty} then array_to_json(${vouchersFound.keeps.issuedIds}) end`,
  },
};

const replacing = {
  wantsReplacement: "boolean",
  /** A list with the new voucher. Null if none is needed, or until it is made. */
  vouchers: "json | null",
} as const;
const given = rowOf("c", replacing);

/**
 * Whether the cancel issues a voucher: a replacement for a voucher that was redeemed whole, if it is wanted, or
 * a voucher with the value of a deduction that cannot go back.
 */
const needsVoucher = sql<boolean>`(${isOpen} and case ${redemptions.kind} when 'voucher_value' then not ${isUsable(vouchers, today)}
      else ${given.wantsReplacement} and ${redemptions.kind} in ('voucher', 'voucher_code') end)`;

/** The voucher that the cancel issues, if it needs one. */
export const replacement = fact({
  call: replacing,
  joins: () => sql``,
  keeps: {
    templateId: ifOpen(
      sql`case when ${given.vouchers} is not null then ${template.templates.id} end`,
    ),
  },
  shows: { needsVoucher },
});

/** Whether the call has no voucher although it needs one, or one that it does not need. */
export const lacksVoucher = sql`(${isOpen} and (${given.vouchers} is not null) <> ${needsVoucher})`;

const { redemptionExists, redemptionIsCallers } = earlierRedemption.checks;

/** Whether the redemption exists, and was made in a store of the caller. */
export const known = {
  redemptionExists: check({ ...redemptionExists, holds: () => sql`${customers.id} is not null` }),
  redemptionIsCallers,
};

const { isRecentEnough, reasonIsGiven } = canceledByStaff.checks(
  redemptions.createdAt,
  "Redemptions",
);
const issuedAreUnspent = issued.areUnspent(isOpen, "redemption", {
  spendable: part.vouchers.spendable,
});

/** Whether the redemption, or a part of it, may be canceled, for a reason that staff give later. */
export const mayBeCanceled = {
  ...unless(isDone, { isRecentEnough, issuedAreUnspent }),
  ...part.checks,
};

/** Whether the redemption, or a part of it, may be canceled. A second cancel is always allowed. */
export const checks = {
  ...unless(isDone, { isRecentEnough, reasonIsGiven, issuedAreUnspent }),
  ...part.checks,
};

export const age = canceledByStaff.found(redemptions.createdAt);

/**
 * The rows that the call changes or refers to: the redemption as it was seen, the promo code, the voucher whose
 * value comes back, the vouchers to withdraw, the membership, the customer, and the replacement's template.
 */
export const locks = [
  lock({
    row: "r",
    table: redemptions,
    merchantId: redemptions.merchantId,
    strength: "no key update",
    is: sql`${redemptions.id} = ${b.redemptionId}`,
    asSeen: { status: redemptions.status, canceledQty: redemptions.canceledQty },
  }),
  lock({
    row: "pc",
    table: pc,
    merchantId: pc.merchantId,
    strength: "no key update",
    onlyIf: b.promoCodeId,
    is: sql`${pc.id} = ${b.promoCodeId}`,
  }),
  lock({
    row: "card",
    table: card,
    merchantId: card.merchantId,
    strength: "no key update",
    onlyIf: b.voucherId,
    is: sql`${card.id} = ${b.voucherId}`,
    asSeen: { isUsable: isUsable(card, b.today) },
  }),
  issued.locked,
  lock({
    ...member.locked,
    adds: { held: member.memberships.stamps, owed: member.memberships.stampsOwed },
  }),
  member.customerLocked,
  template.lockedIfAny,
];
