import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, day, id, merchantId, moment, stamps } from "./columns.ts";
import { customers } from "./customers.ts";
import { levels } from "./merchants.ts";

/** Stamps that a POS gave by hand. */
export const stampAwards = pgTable(
  "stamp_awards",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    customerId: id().notNull(),
    storeId: id(),
    stamps: stamps().notNull(),
    notes: text(),
    expiresOn: day(),
    createdAt: createdAt(),
    createdBy: text().notNull(),
    canceledAt: moment(),
    canceledBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    index("stamp_awards_customer").on(t.merchantId, t.customerId, t.id),
    check("stamp_awards_stamps", sql`${t.stamps} > 0`),
    check("stamp_awards_canceled", sql`(${t.canceledAt} is null) = (${t.canceledBy} is null)`),
  ],
);

/** Stamps that a POS took by hand. */
export const stampDeductions = pgTable(
  "stamp_deductions",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    customerId: id().notNull(),
    stamps: stamps().notNull(),
    notes: text().notNull(),
    createdAt: createdAt(),
    createdBy: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    index("stamp_deductions_customer").on(t.merchantId, t.customerId, t.id),
    check("stamp_deductions_stamps", sql`${t.stamps} > 0`),
  ],
);

/** Each change of a member's level, with its cause. */
export const levelChanges = pgTable(
  "level_changes",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    customerId: id().notNull(),
    levelBefore: integer().notNull(),
    levelAfter: integer().notNull(),
    /** The last day of the new level, in the merchant's zone; null if the level does not end. */
    until: day(),
    /** The last day of the previous level, which canceling the sale restores. */
    untilBefore: day(),
    /** sale, void, modification, ended, hand */
    cause: text().notNull(),
    /** The sale's id; null if no sale caused the change. */
    causeId: id(),
    /** The store that gave the level by hand, if the call named one. */
    storeId: id(),
    createdAt: createdAt(),
    createdBy: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.levelBefore],
      foreignColumns: [levels.merchantId, levels.level],
    }),
    foreignKey({
      columns: [t.merchantId, t.levelAfter],
      foreignColumns: [levels.merchantId, levels.level],
    }),
    index("level_changes_customer").on(t.merchantId, t.customerId, t.id),
    check(
      "level_changes_cause",
      sql`${t.cause} in ('sale', 'void', 'modification', 'ended', 'hand')`,
    ),
  ],
);
