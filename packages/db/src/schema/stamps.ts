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
import { createdAt, day, id, merchantId, stamps } from "./columns.ts";
import { memberships } from "./customers.ts";

/**
 * Every change of a membership's stamps, append-only. The key includes the cause, so that no cause can change
 * a membership twice.
 */
export const stampEntries = pgTable(
  "stamp_entries",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    cause: text().notNull(),
    /**
     * The id of the redemption, canceled part, sale, modification, award, deduction or audit entry. For an opening
     * (stamps from an import), a count from 0. For an expiry, the entry's own `number`.
     */
    causeId: id().notNull(),
    delta: stamps().notNull(),
    /**
     * The membership's `entry_number` at this change, from 1: the order in which changes locked the
     * membership.
     */
    number: integer().notNull(),
    /** The day on which the entry was written, in the merchant's zone. */
    day: day().notNull(),
    /**
     * The last day on which the given stamps can be spent. Null if they never expire, or if the entry takes
     * stamps.
     */
    expiresOn: day(),
    /**
     * The id of the sale, award or redemption whose stamps an `earning_…`, `award_…`, `part_cancellation…` or
     * `cancellation_debt` entry takes or gives back.
     */
    reversedId: id(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.customerId, t.cause, t.causeId] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [memberships.merchantId, memberships.customerId],
    }),
    unique("stamp_entries_number").on(t.merchantId, t.customerId, t.number),
    index("stamp_entries_dated")
      .on(t.merchantId, t.customerId)
      .where(sql`${t.expiresOn} is not null`),
    index("stamp_entries_given")
      .on(t.merchantId, t.createdAt)
      .where(sql`${t.cause} in ('earning', 'award', 'adjustment')`),
    check(
      "stamp_entries_cause",
      sql`${t.cause} in ('opening', 'redemption', 'cancellation', 'part_cancellation', 'earning', 'earning_cancellation', 'earning_modification', 'earning_debt', 'earning_debt_canceled', 'earning_addition', 'cancellation_debt', 'part_cancellation_debt', 'award', 'award_cancellation', 'deduction', 'adjustment', 'expiry')`,
    ),
    check("stamp_entries_expiry", sql`${t.expiresOn} is null or ${t.delta} > 0`),
    check(
      "stamp_entries_reversed",
      sql`(${t.reversedId} is not null) = (${t.cause} in ('earning_cancellation', 'earning_modification', 'earning_debt', 'earning_debt_canceled', 'earning_addition', 'cancellation_debt', 'part_cancellation', 'part_cancellation_debt', 'award_cancellation'))`,
    ),
  ],
);

/**
 * Every change of the stamps that a member owes, append-only. Positive: stamps that had to go back were spent.
 * Negative: they were paid off or forgiven. Each change raises the membership's `entry_number`.
 */
export const stampDebts = pgTable(
  "stamp_debts",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    /**
     * opening: from an import. cancel, modification, return: of a sale. earning, cancellation: paid off by a
     * sale or a canceled redemption; part_cancellation: by a canceled part of one. earning_canceled: the sale that had paid was canceled. forgiven: by staff.
     */
    cause: text().notNull(),
    /** The id of the sale, modification, redemption, canceled part or audit entry; 0 for an opening. */
    causeId: id().notNull(),
    delta: stamps().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.customerId, t.cause, t.causeId] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [memberships.merchantId, memberships.customerId],
    }),
    check(
      "stamp_debts_cause",
      sql`${t.cause} in ('opening', 'cancel', 'modification', 'return', 'earning', 'earning_canceled', 'cancellation', 'part_cancellation', 'forgiven')`,
    ),
    check(
      "stamp_debts_delta",
      sql`case when ${t.cause} in ('earning', 'cancellation', 'part_cancellation', 'forgiven') then ${t.delta} < 0 else ${t.delta} > 0 end`,
    ),
  ],
);
