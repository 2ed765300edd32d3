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
} from "drizzle-orm/pg-core";
import { createdAt, id, merchantId, moment, stamps } from "./columns.ts";
import { customers } from "./customers.ts";

/**
 * What a customer redeemed, where and when; canceled ones stay. No foreign key to the store: every
 * redemption there would lock the one row, and stores are never deleted; the audit checks it.
 */
export const redemptions = pgTable(
  "redemptions",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    /** reward, rewards, voucher, voucher_code, voucher_value, promo_code */
    kind: text().notNull(),
    /** Created, Canceled */
    status: text().notNull().default("Created"),
    customerId: id().notNull(),
    storeId: id().notNull(),
    /** The name that answers and lists show: the reward's, the voucher's or the promo code's. */
    name: text().notNull(),
    stampsUsed: stamps().notNull().default(0),
    channel: integer(),
    invoiceNumber: text(),
    /** As the request sent it: `json` keeps its text, so a replay can repeat it. */
    extraData: json(),
    createdAt: createdAt(),
    canceledAt: moment(),
    /** Who redeemed and who canceled: `token:7` or `staff:<id>`. */
    redeemedBy: text().notNull(),
    canceledBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    index("redemptions_customer").on(t.merchantId, t.customerId, t.id),
    index("redemptions_time").on(t.merchantId, t.createdAt, t.id),
    check(
      "redemptions_kind",
      sql`${t.kind} in ('reward', 'rewards', 'voucher', 'voucher_code', 'voucher_value', 'promo_code')`,
    ),
    check(
      "redemptions_status",
      sql`${t.status} in ('Created', 'Canceled') and (${t.canceledAt} is null) = (${t.status} = 'Created')`,
    ),
    check("redemptions_stamps", sql`${t.stampsUsed} >= 0`),
  ],
);

/**
 * Cancels that gave out a replacement voucher, for somebody to look at: who cancels could hold the
 * voucher, and redeem it.
 */
export const replacementReviews = pgTable(
  "replacement_reviews",
  {
    merchantId: merchantId(),
    redemptionId: id().notNull(),
    reason: text(),
    canceledAt: moment().notNull(),
    reviewedAt: moment(),
    reviewedBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.redemptionId] }),
    foreignKey({
      columns: [t.merchantId, t.redemptionId],
      foreignColumns: [redemptions.merchantId, redemptions.id],
    }),
    index("replacement_reviews_time").on(t.merchantId, t.canceledAt, t.redemptionId),
    index("replacement_reviews_open")
      .on(t.merchantId, t.canceledAt, t.redemptionId)
      .where(sql`${t.reviewedAt} is null`),
    check(
      "replacement_reviews_reviewed",
      sql`(${t.reviewedAt} is null) = (${t.reviewedBy} is null)`,
    ),
  ],
);

/** A customer's PIN given for one request id; the first successful redemption spends it (R7). */
export const redemptionAuthorizations = pgTable(
  "redemption_authorizations",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    customerId: id().notNull(),
    requestId: text().notNull(),
    expiresAt: moment().notNull(),
    spentByRedemptionId: id(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.spentByRedemptionId],
      foreignColumns: [redemptions.merchantId, redemptions.id],
    }),
    index("redemption_authorizations_request").on(
      t.merchantId,
      t.customerId,
      t.requestId,
      t.createdAt,
      t.id,
    ),
  ],
);

/**
 * Idempotency keys. The row is the first thing a keyed statement takes, so that a second one with
 * the key waits on it and on nothing else; the outcome is the last thing it writes.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    merchantId: merchantId(),
    operation: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.operation, t.key] }),
    index("idempotency_keys_age").on(t.merchantId, t.createdAt),
  ],
);

/** The domain outcome under a key; presenters render every answer from it, first and replayed. */
export const idempotencyOutcomes = pgTable(
  "idempotency_outcomes",
  {
    merchantId: merchantId(),
    operation: text().notNull(),
    key: text().notNull(),
    outcome: json().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.operation, t.key] }),
    foreignKey({
      columns: [t.merchantId, t.operation, t.key],
      foreignColumns: [idempotencyKeys.merchantId, idempotencyKeys.operation, idempotencyKeys.key],
    }).onDelete("cascade"),
  ],
);
