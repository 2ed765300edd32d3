import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { amount, createdAt, id, merchantId, stamps } from "./columns.ts";
import { redemptions } from "./redemptions.ts";
import { vouchers } from "./vouchers.ts";

/**
 * The lines of a redemption; most redemptions have one line. There are no foreign keys to rewards and promo
 * codes, because their checks would lock these rows for every redemption.
 */
export const redemptionLines = pgTable(
  "redemption_lines",
  {
    merchantId: merchantId(),
    redemptionId: id().notNull(),
    line: integer().notNull(),
    rewardId: id(),
    voucherId: id(),
    promoCodeId: id(),
    name: text().notNull(),
    qty: integer().notNull().default(1),
    /** How many of `qty` were canceled, line by line. Stays as it is if the rest of the redemption is canceled. */
    canceledQty: integer().notNull().default(0),
    stampsUsed: stamps().notNull().default(0),
    /** The amount deducted from a dynamic voucher. */
    value: amount(),
    /** Whether the line spent the whole voucher, which can happen once. */
    spendsVoucher: boolean().notNull().default(false),
    requestId: text(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.redemptionId, t.line] }),
    foreignKey({
      columns: [t.merchantId, t.redemptionId],
      foreignColumns: [redemptions.merchantId, redemptions.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.voucherId],
      foreignColumns: [vouchers.merchantId, vouchers.id],
    }),
    uniqueIndex("redemption_lines_spent_voucher")
      .on(t.merchantId, t.voucherId)
      .where(sql`${t.spendsVoucher}`),
    index("redemption_lines_voucher").on(t.merchantId, t.voucherId),
    index("redemption_lines_promo_code").on(t.merchantId, t.promoCodeId),
    check(
      "redemption_lines_one_thing",
      sql`num_nonnulls(${t.rewardId}, ${t.voucherId}, ${t.promoCodeId}) = 1`,
    ),
    check("redemption_lines_qty", sql`${t.qty} between 1 and 100`),
    check("redemption_lines_canceled", sql`${t.canceledQty} between 0 and ${t.qty}`),
    check("redemption_lines_value", sql`${t.value} > 0`),
  ],
);

/** Cancels of a line, or of a part of its quantity, that left something of the redemption. */
export const redemptionCancels = pgTable(
  "redemption_cancels",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    redemptionId: id().notNull(),
    line: integer().notNull(),
    qty: integer().notNull(),
    /** The stamps that came back. */
    stamps: stamps().notNull(),
    reason: text(),
    canceledBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    foreignKey({
      columns: [t.merchantId, t.redemptionId, t.line],
      foreignColumns: [
        redemptionLines.merchantId,
        redemptionLines.redemptionId,
        redemptionLines.line,
      ],
    }),
    index("redemption_cancels_line").on(t.merchantId, t.redemptionId, t.line),
    /** For the cancels of a period. */
    index("redemption_cancels_created").on(t.merchantId, t.createdAt, t.redemptionId),
    check("redemption_cancels_part", sql`${t.qty} > 0 and ${t.stamps} >= 0`),
  ],
);
