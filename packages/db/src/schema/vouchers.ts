import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { voucherTemplates } from "./catalogue.ts";
import { amount, createdAt, day, flag, id, merchantId, moment } from "./columns.ts";
import { customers } from "./customers.ts";
import { redemptions } from "./redemptions.ts";
import { transactions } from "./sales.ts";

/**
 * One voucher. It is open while `redeemed_at` is null. A dynamic voucher is open exactly while it has
 * value left.
 */
export const vouchers = pgTable(
  "vouchers",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    voucherTemplateId: id().notNull(),
    code: text().notNull(),
    /** The code in upper case, because codes compare without case. */
    codeKey: text().notNull(),
    /** Null for an unassigned pre-generated code. */
    customerId: id(),
    /** Face value, or the initial value of a dynamic voucher. */
    value: amount(),
    /** The remaining dynamic value, equal to the sum of its ledger; null if the value is not dynamic. */
    remainingValue: amount(),
    notes: text(),
    startDate: day(),
    endDate: day(),
    isActive: flag(true),
    redeemedAt: moment(),
    /** The redemption or the sale that issued the voucher. A replacement has those of the voucher before it. */
    issuedByRedemptionId: id(),
    /** The line of that redemption. Null if an earlier version issued it. */
    issuedByLine: integer(),
    issuedByTransactionId: id(),
    replacesRedemptionId: id(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique("vouchers_code").on(t.merchantId, t.codeKey),
    unique("vouchers_replaces_redemption").on(t.merchantId, t.replacesRedemptionId),
    foreignKey({
      columns: [t.merchantId, t.voucherTemplateId],
      foreignColumns: [voucherTemplates.merchantId, voucherTemplates.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.issuedByRedemptionId],
      foreignColumns: [redemptions.merchantId, redemptions.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.replacesRedemptionId],
      foreignColumns: [redemptions.merchantId, redemptions.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.issuedByTransactionId],
      foreignColumns: [transactions.merchantId, transactions.id],
    }),
    index("vouchers_customer").on(t.merchantId, t.customerId, t.endDate),
    index("vouchers_issued_by").on(t.merchantId, t.issuedByRedemptionId),
    index("vouchers_issued_by_sale")
      .on(t.merchantId, t.issuedByTransactionId)
      .where(sql`${t.issuedByTransactionId} is not null`),
    check("vouchers_value", sql`${t.value} >= 0`),
    check(
      "vouchers_remaining",
      sql`${t.remainingValue} is null or (${t.remainingValue} between 0 and ${t.value} and (${t.redeemedAt} is null) = (${t.remainingValue} > 0))`,
    ),
  ],
);

/** Every change of a dynamic voucher's value, append-only: one entry per `cause` and `causeId`. */
export const voucherValueEntries = pgTable(
  "voucher_value_entries",
  {
    merchantId: merchantId(),
    voucherId: id().notNull(),
    /** opening, redemption, cancellation */
    cause: text().notNull(),
    /** The redemption's id; 0 for an opening. */
    causeId: id().notNull(),
    delta: amount().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.voucherId, t.cause, t.causeId] }),
    foreignKey({
      columns: [t.merchantId, t.voucherId],
      foreignColumns: [vouchers.merchantId, vouchers.id],
    }),
    check(
      "voucher_value_entries_cause",
      sql`${t.cause} in ('opening', 'redemption', 'cancellation')`,
    ),
  ],
);
