import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  time,
  unique,
} from "drizzle-orm/pg-core";
import {
  amount,
  createdAt,
  day,
  flag,
  id,
  limitedTo,
  limitedToChannels,
  merchantId,
  stamps,
} from "./columns.ts";
import { customers } from "./customers.ts";
import { merchants } from "./merchants.ts";

/** Templates, from which vouchers are issued. */
export const voucherTemplates = pgTable(
  "voucher_templates",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    name: text().notNull(),
    value: amount(),
    /** Whether the value can be deducted in parts, so that the rest stays on the voucher. */
    isDynamic: flag(false),
    /** How many days after the day of issue a voucher can be redeemed; null: no end. */
    validityDays: integer(),
    pictureUrl: text().notNull().default(""),
    shortDescription: text().notNull().default(""),
    description: text().notNull().default(""),
    instructions: text().notNull().default(""),
    termsAndConditions: text().notNull().default(""),
    /** The merchant's own data, from which a POS reads what a voucher is worth. */
    extraData: json().notNull().default({}),
    stores: limitedTo(),
    channels: limitedToChannels(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    check("voucher_templates_value", sql`${t.value} >= 0`),
    check("voucher_templates_validity", sql`${t.validityDays} >= 0`),
  ],
);

/** Rewards for stamps. */
export const rewards = pgTable(
  "rewards",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    /** Empty for an imported reward without a code. */
    code: text().notNull(),
    /** Null if the reward has no code. */
    codeKey: text(),
    name: text().notNull(),
    /** fixed: costs `stampsToRedeem`; flexible: the request names the cost. */
    kind: text().notNull(),
    stampsToRedeem: stamps().notNull().default(0),
    voucherTemplateId: id(),
    description: text().notNull().default(""),
    terms: text().notNull().default(""),
    imageUrl: text().notNull().default(""),
    landscapeUrl: text().notNull().default(""),
    price: amount(),
    isVisible: flag(true),
    extraData: json().notNull().default({}),
    isActive: flag(true),
    startDate: day(),
    endDate: day(),
    stores: limitedTo(),
    channels: limitedToChannels(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique("rewards_code").on(t.merchantId, t.codeKey),
    foreignKey({
      columns: [t.merchantId, t.voucherTemplateId],
      foreignColumns: [voucherTemplates.merchantId, voucherTemplates.id],
    }),
    check("rewards_kind", sql`${t.kind} in ('fixed', 'flexible')`),
    check("rewards_stamps", sql`${t.stampsToRedeem} >= 0`),
  ],
);

/**
 * Codes that many customers can use, within limits. `uses` equals the number of redemptions that are
 * not canceled.
 */
export const promoCodes = pgTable(
  "promo_codes",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    code: text().notNull(),
    codeKey: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    isActive: flag(true),
    startDate: day(),
    endDate: day(),
    startTime: time(),
    endTime: time(),
    maxUses: integer(),
    maxUsesPerCustomer: integer(),
    uses: integer().notNull().default(0),
    stores: limitedTo(),
    channels: limitedToChannels(),
    extraData: json().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique("promo_codes_code").on(t.merchantId, t.codeKey),
    check(
      "promo_codes_uses",
      sql`${t.uses} >= 0 and (${t.maxUses} is null or ${t.uses} <= ${t.maxUses})`,
    ),
  ],
);

/** How often one customer has used one promo code, without canceled uses. */
export const promoCodeUses = pgTable(
  "promo_code_uses",
  {
    merchantId: merchantId(),
    promoCodeId: id().notNull(),
    customerId: id().notNull(),
    uses: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.promoCodeId, t.customerId] }),
    foreignKey({
      columns: [t.merchantId, t.promoCodeId],
      foreignColumns: [promoCodes.merchantId, promoCodes.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    index("promo_code_uses_customer").on(t.merchantId, t.customerId),
    check("promo_code_uses_uses", sql`${t.uses} >= 0`),
  ],
);
