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
 * Redemptions: what a customer redeemed, where and when. Canceled redemptions stay. There is no foreign key
 * to the store, because the check of the key would lock the store's row for every redemption. Stores are
 * never deleted, and `oracle.sql` checks the reference.
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
    /** The name shown in responses and lists: the reward's, the voucher's or the promo code's. */
    name: text().notNull(),
    stampsUsed: stamps().notNull().default(0),
    /**
     * The stamps that canceled parts gave back; all of them if it is canceled, or 0 if an earlier version canceled it.
     */
    stampsReturned: stamps().notNull().default(0),
    /** The sum of the lines' `canceled_qty`. Each cancel of a part raises it, so a statement can see that one came first. */
    canceledQty: integer().notNull().default(0),
    channel: integer(),
    invoiceNumber: text(),
    /**
     * The `extra_data` as the request sent it. The type `json` keeps the text, so that a replay returns it
     * unchanged.
     */
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
    index("redemptions_canceled")
      .on(t.merchantId, t.canceledAt, t.id)
      .where(sql`${t.canceledAt} is not null`),
    check(
      "redemptions_kind",
      sql`${t.kind} in ('reward', 'rewards', 'voucher', 'voucher_code', 'voucher_value', 'promo_code')`,
    ),
    check(
      "redemptions_status",
      sql`${t.status} in ('Created', 'Canceled') and (${t.canceledAt} is null) = (${t.status} = 'Created')`,
    ),
    check("redemptions_stamps", sql`${t.stampsUsed} >= 0`),
    // refuses the cancel of a part-canceled redemption by a version that knows no parts
    check(
      "redemptions_returned",
      sql`${t.canceledQty} >= 0 and (${t.stampsReturned} in (0, ${t.stampsUsed}) or ${t.stampsReturned} between 1 and ${t.stampsUsed} and ${t.status} = 'Created')`,
    ),
  ],
);

/**
 * Cancels that issued a replacement voucher. A manager reviews each cancel, because the person who canceled
 * could keep the voucher and redeem it.
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

/**
 * Permissions to redeem: a customer's PIN was entered for one request id. The first successful redemption
 * uses up the permission (R7).
 */
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
 * Idempotency keys. A statement inserts its key first, so that a second statement with the same key waits for
 * this row alone. The outcome is written last, to `idempotency_outcomes`.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    merchantId: merchantId(),
    operation: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    createdAt: createdAt(),
    /**
     * Set if the key was derived from this redemption's invoice number. Canceling the redemption deletes the
     * key.
     */
    redemptionId: id(),
    /**
     * The store of a visit, so that a till finds the last visits of its store; null for all other operations.
     */
    storeId: id(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.operation, t.key] }),
    index("idempotency_keys_age").on(t.merchantId, t.createdAt),
    index("idempotency_keys_redemption")
      .on(t.merchantId, t.redemptionId)
      .where(sql`${t.redemptionId} is not null`),
    index("idempotency_keys_visits")
      .on(t.merchantId, t.storeId, t.createdAt, t.key)
      .where(sql`${t.storeId} is not null`),
  ],
);

/** The outcome of a call with an idempotency key. The first response and each replay are rendered from it. */
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
