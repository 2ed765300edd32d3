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
  unique,
} from "drizzle-orm/pg-core";
import { amount, createdAt, day, flag, id, merchantId, moment, stamps, words } from "./columns.ts";
import { levels, merchants } from "./merchants.ts";

/** A merchant's customers. The table `customer_identifiers` stores the values that find a customer. */
export const customers = pgTable(
  "customers",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    /** The Member ID that responses and lists show. */
    memberId: text(),
    /** Further Member IDs, such as that of a second card. */
    otherMemberIds: words(),
    /** Lower-cased. */
    email: text(),
    /** E.164. */
    mobileNumber: text(),
    /** Whether the customer has used a code that was sent to the email, or a token has said so. */
    emailIsVerified: flag(false),
    /** The same for the mobile number. */
    phoneIsVerified: flag(false),
    name: text().notNull(),
    gender: text().notNull().default(""),
    address: text().notNull().default(""),
    birthday: day(),
    postalCode: text().notNull().default(""),
    /** The merchant's notes about the customer. */
    notes: text().notNull().default(""),
    pictureUrl: text(),
    allowNewsletters: flag(false),
    allowSmsMarketing: flag(false),
    allowWhatsappMarketing: flag(false),
    /** `Partial` if the member registered without a name and has given none since, else `Full`. */
    registrationStatus: text().notNull().default("Full"),
    registrationMethod: text(),
    /** No foreign key, because its check would lock the store's row. Stores are never deleted. */
    registeringStoreId: id(),
    registeringEmployeeCode: text(),
    /** The customer whose referral code was used at registration. */
    referrerId: id(),
    extraData: json(),
    isActive: flag(true),
    /** When the personal data was deleted from the row. Since then no look-up finds the customer. */
    anonymizedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique("customers_member_id").on(t.merchantId, t.memberId),
    unique("customers_email").on(t.merchantId, t.email),
    unique("customers_mobile_number").on(t.merchantId, t.mobileNumber),
    foreignKey({ columns: [t.merchantId, t.referrerId], foreignColumns: [t.merchantId, t.id] }),
    check("customers_registration", sql`${t.registrationStatus} in ('Full', 'Partial')`),
    check(
      "customers_verified",
      sql`(not ${t.emailIsVerified} or ${t.email} is not null)
        and (not ${t.phoneIsVerified} or ${t.mobileNumber} is not null)`,
    ),
  ],
);

/**
 * The values that find a customer. The form says how a value is read: as an email, a Member ID or a mobile
 * number. Within a form, a value belongs to one customer. A Member ID that can also be read as an email or a
 * mobile number is reserved in that form too. So no value ever matches two customers.
 */
export const customerIdentifiers = pgTable(
  "customer_identifiers",
  {
    merchantId: merchantId(),
    /**
     * email, memberId, mobileNumber. unreadMemberId: a Member ID that was stored before Member IDs were
     * normalized. It is not yet reserved in other forms.
     */
    form: text().notNull(),
    /**
     * Emails are in lower case, mobile numbers in E.164, Member IDs with a to z in upper case. A Member ID in
     * the form `unreadMemberId` is as written.
     */
    value: text().notNull(),
    customerId: id().notNull(),
    /** Whether the value is only reserved: no look-up finds it, and no other customer can use it. */
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

/**
 * A customer's state and balances in the programme. `stamps` equals the sum of the stamp ledger, `stampsOwed`
 * that of `stamp_debts`.
 */
export const memberships = pgTable(
  "memberships",
  {
    merchantId: merchantId(),
    customerId: id().notNull(),
    level: integer().notNull(),
    /** 100 Active, 200 Inactive, 300 Suspended. */
    status: integer().notNull().default(100),
    stamps: stamps().notNull().default(0),
    /** The stamps that had to go back and were spent, and that the member has not paid off. */
    stampsOwed: stamps().notNull().default(0),
    balance: amount().notNull().default("0.00"),
    tags: words(),
    referralCode: text().notNull().default(""),
    startDate: day(),
    isBlocked: flag(false),
    /**
     * The count of the membership's sales and changes of stamps. Each stamp entry stores the count as its
     * `number`. A sale without stamps raises the count too, so the numbers can have gaps.
     */
    entryNumber: integer().notNull().default(0),
    /**
     * No stamps expire before the end of this day, in the merchant's zone. Null if none ever expire. After
     * this day, the ledger is replayed before stamps are taken.
     */
    nextExpiryOn: day(),
    /** The last day of the level, in the merchant's zone; null if the level does not end. */
    levelUntil: day(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.customerId] }),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    index("memberships_referral_code")
      .on(t.merchantId, t.referralCode)
      .where(sql`${t.referralCode} <> ''`),
    index("memberships_expiry")
      .on(t.merchantId, t.nextExpiryOn)
      .where(sql`${t.nextExpiryOn} is not null`),
    index("memberships_level_end")
      .on(t.merchantId, t.levelUntil)
      .where(sql`${t.levelUntil} is not null`),
    foreignKey({
      columns: [t.merchantId, t.level],
      foreignColumns: [levels.merchantId, levels.level],
    }),
    check("memberships_stamps", sql`${t.stamps} >= 0`),
    check("memberships_stamps_owed", sql`${t.stampsOwed} >= 0`),
    check("memberships_entry_number", sql`${t.entryNumber} >= 0`),
    check("memberships_status", sql`${t.status} in (100, 200, 300)`),
  ],
);
