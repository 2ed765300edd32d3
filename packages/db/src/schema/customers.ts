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
import { amount, createdAt, day, flag, id, merchantId, moment, stamps, words } from "./columns.ts";
import { levels, merchants } from "./merchants.ts";

/** A merchant's customers. `customer_identifiers` holds the values by which each is found. */
export const customers = pgTable(
  "customers",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    /** The one shown in responses and lists. */
    memberId: text(),
    /** Further Member IDs, such as that of a second card. */
    otherMemberIds: words(),
    /** Lower-cased. */
    email: text(),
    /** E.164. */
    mobileNumber: text(),
    name: text().notNull(),
    gender: text().notNull().default(""),
    address: text().notNull().default(""),
    birthday: day(),
    pictureUrl: text(),
    isActive: flag(true),
    /** From this moment the row holds no personal data, and no look-up finds it. */
    anonymizedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique("customers_member_id").on(t.merchantId, t.memberId),
    unique("customers_email").on(t.merchantId, t.email),
    unique("customers_mobile_number").on(t.merchantId, t.mobileNumber),
  ],
);

/**
 * The values by which customers are found. A value has one owner in each form. A Member ID that reads
 * as an email or a mobile number also reserves that form, so that it never matches two customers.
 */
export const customerIdentifiers = pgTable(
  "customer_identifiers",
  {
    merchantId: merchantId(),
    /** email, memberId, mobileNumber; unreadMemberId: from before this table, not yet reserved. */
    form: text().notNull(),
    /** Emails in lower case, mobile numbers in E.164, Member IDs as written. */
    value: text().notNull(),
    customerId: id().notNull(),
    /** Finds nobody; it only keeps other customers from taking the value. */
    isReserved: flag(false),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.form, t.value] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    index("customer_identifiers_customer").on(t.merchantId, t.customerId),
    check(
      "customer_identifiers_form",
      sql`${t.form} in ('email', 'memberId', 'mobileNumber', 'unreadMemberId')`,
    ),
  ],
);

/** A customer's state and balances in the programme. `stamps` equals the sum of the stamp ledger. */
export const memberships = pgTable(
  "memberships",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    level: integer().notNull(),
    /** 100 Active, 200 Inactive, 300 Suspended. */
    status: integer().notNull().default(100),
    stamps: stamps().notNull().default(0),
    balance: amount().notNull().default("0.00"),
    tags: words(),
    referralCode: text().notNull().default(""),
    startDate: day(),
    isBlocked: flag(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.customerId] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.level],
      foreignColumns: [levels.merchantId, levels.level],
    }),
    check("memberships_stamps", sql`${t.stamps} >= 0`),
    check("memberships_status", sql`${t.status} in (100, 200, 300)`),
  ],
);

/**
 * Every change of a membership's stamps, append-only. The key includes the cause, so one cause changes
 * a membership once.
 */
export const stampEntries = pgTable(
  "stamp_entries",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    /** opening, redemption, cancellation, earning, adjustment */
    cause: text().notNull(),
    /** The redemption's id; 0 for an opening. */
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
    index("stamp_entries_time").on(t.merchantId, t.customerId, t.createdAt),
    check(
      "stamp_entries_cause",
      sql`${t.cause} in ('opening', 'redemption', 'cancellation', 'earning', 'adjustment')`,
    ),
  ],
);
