import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { amount, createdAt, flag, id, merchantId, stamps, words } from "./columns.ts";

/** A merchant with its settings (decisions, section 7). */
export const merchants = pgTable(
  "merchants",
  {
    id: id().primaryKey(),
    name: text().notNull(),
    /** ISO 3166-1 alpha-2. Mobile numbers are read as numbers of this country. */
    country: text().notNull(),
    timezone: text().notNull(),
    currency: text().notNull(),
    pinMaxAttempts: integer().notNull().default(3),
    pinLifetimeAttempts: integer().notNull().default(50),
    pinRefuseCommon: flag(false),
    otpTtlSeconds: integer().notNull().default(300),
    otpMaxAttempts: integer().notNull().default(5),
    otpRequestsPerHour: integer().notNull().default(5),
    redemptionPinAuthorization: flag(false),
    /**
     * For how many hours cashiers can cancel a redemption or a sale. After that only managers can. 0: only
     * managers can.
     */
    cashierCancelHours: integer().notNull().default(24),
    /** Minutes after a decision about a booking during which it can be undone; 0: never. */
    bookingUndoMinutes: integer().notNull().default(15),
    /** Whether guests get a link to their booking, by which they can cancel it. */
    bookingLinks: flag(true),
    /** Minutes before the booking's time at which its link cancels no more. */
    bookingCancelMinutes: integer().notNull().default(0),
    /** Hours before a booking's time at which its guest is reminded. Null: no reminders. */
    bookingReminderHours: integer(),
    /** The most stamps that a cashier's sale at the till may earn; null: no limit. */
    cashierSaleStamps: integer().default(1_000),
    /** The largest total of a cashier's sale at the till, in whole units of the currency; null: no limit. */
    cashierSaleTotal: integer(),
    /** The most stamps that a cashier's sales at the till may earn on a day; null: no limit. */
    cashierStampsPerDay: integer().default(20_000),
    notifyCredentialChanges: flag(true),
    notifyTemplateCode: text().notNull().default("credential_changed"),
    /** How many days rows are kept; null: forever. For bookings, the days count from the booked date. */
    keepBookingsDays: integer(),
    keepRefusalsDays: integer().default(30),
    keepAuditDays: integer(),
    keepEventsDays: integer().default(365),
    /** Roles that require an authenticator before any work. */
    secondFactorRoles: words(),
    /** Countries (ISO 3166-1 alpha-2) that may get text messages; empty means the merchant's own. */
    smsCountries: words(),
    /** Whether API tokens may also be sent in the query or the body, as older clients do. */
    acceptTokenInMessage: flag(false),
    /** Minutes without input after which a shared device is locked; null: never. */
    lockAfterMinutes: integer(),
    /**
     * Whether a redemption without an idempotency key gets a key made from its invoice number and day. A
     * repeated redemption is then done once.
     */
    oneRedemptionPerInvoice: flag(false),
    /** Whether members without a name (registration status Partial) may redeem. */
    partialMayRedeem: flag(false),
    memberIdPrefix: text().notNull().default("M"),
    /** Whether new members agree to marketing unless they say otherwise. */
    marketingDefault: flag(false),
    /** Limits of each token; null: the default, which grows with the merchant's stores. */
    guessesPerMinute: integer(),
    blockedPinsPerDay: integer(),
    customersShownPerMinute: integer(),
    customersShownPerDay: integer(),
    suggestionsPerMinute: integer(),
    /** Each full `earnAmount` earns `earnStamps`; null: nothing is earned by amount. */
    earnAmount: amount(),
    earnStamps: stamps().notNull().default(1),
    /** The amount that earns stamps: total, subtotal */
    earnOn: text().notNull().default("total"),
    earnMaxPerTransaction: stamps(),
    earnMaxPerDay: stamps(),
    acceptStampsFromPos: flag(true),
    /** How many days after the day of an entry its stamps can be spent; null: they never expire. */
    stampsValidDays: integer(),
    /**
     * What happens if stamps must go back and are spent. refuse: the call is refused. zero: what is missing is let
     * go. owe: the member owes it.
     */
    spentStampsOnCancel: text().notNull().default("refuse"),
    /** The same for returns. */
    spentStampsOnReturn: text().notNull().default("owe"),
    createdAt: createdAt(),
  },
  (t) => [
    check("merchants_earn_amount", sql`${t.earnAmount} > 0`),
    check("merchants_earn_stamps", sql`${t.earnStamps} >= 0`),
    check("merchants_earn_max", sql`${t.earnMaxPerTransaction} >= 0 and ${t.earnMaxPerDay} >= 0`),
    check("merchants_member_id_prefix", sql`${t.memberIdPrefix} ~ '^[A-Za-z]'`),
    check("merchants_earn_on", sql`${t.earnOn} in ('total', 'subtotal')`),
    check(
      "merchants_spent_stamps",
      sql`${t.spentStampsOnCancel} in ('refuse', 'zero', 'owe') and ${t.spentStampsOnReturn} in ('refuse', 'zero', 'owe')`,
    ),
    check("merchants_stamps_valid_days", sql`${t.stampsValidDays} >= 0`),
    check(
      "merchants_second_factor_roles",
      sql`${t.secondFactorRoles} <@ array['owner', 'manager', 'cashier']`,
    ),
    check("merchants_pin_max_attempts", sql`${t.pinMaxAttempts} between 1 and 10`),
    check("merchants_pin_lifetime_attempts", sql`${t.pinLifetimeAttempts} >= 1`),
    check("merchants_cashier_cancel_hours", sql`${t.cashierCancelHours} between 0 and 8760`),
    check("merchants_booking_undo", sql`${t.bookingUndoMinutes} between 0 and 1440`),
    check("merchants_booking_cancel", sql`${t.bookingCancelMinutes} between 0 and 10080`),
    check("merchants_booking_reminder", sql`${t.bookingReminderHours} between 1 and 168`),
    check("merchants_cashier_sale", sql`least(${t.cashierSaleStamps}, ${t.cashierSaleTotal}) >= 1`),
    check("merchants_cashier_day", sql`${t.cashierStampsPerDay} >= 1`),
    check(
      "merchants_token_limits",
      sql`least(${t.guessesPerMinute}, ${t.blockedPinsPerDay}, ${t.customersShownPerMinute}, ${t.customersShownPerDay}, ${t.suggestionsPerMinute}) >= 1`,
    ),
    check("merchants_lock_after", sql`${t.lockAfterMinutes} >= 1`),
    check("merchants_otp_ttl", sql`${t.otpTtlSeconds} >= 1`),
    check("merchants_otp_max_attempts", sql`${t.otpMaxAttempts} >= 1`),
    check("merchants_otp_requests", sql`${t.otpRequestsPerHour} >= 1`),
  ],
);

/**
 * A merchant's stores. Ids are unique across merchants, because `bookings/add` finds the merchant by the
 * store's id.
 */
export const stores = pgTable(
  "stores",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    code: text().notNull(),
    codeKey: text().notNull(),
    name: text().notNull(),
    /** The name for customers; empty if it is `name`. */
    displayName: text().notNull().default(""),
    /** The part of the town or the country in which the store is, in the merchant's words. */
    area: text().notNull().default(""),
    address: text().notNull().default(""),
    phone: text().notNull().default(""),
    email: text().notNull().default(""),
    timezone: text().notNull(),
    isActive: flag(true),
    largestParty: integer(),
    /**
     * Opening times by weekday, "1" (Monday) to "7", in the store's zone. On a missing weekday the store is
     * closed. Null if no hours are set.
     */
    openingHours: jsonb().$type<Record<string, { from: string; to: string }[]>>(),
    /** Days on which other hours apply than on their weekday, by date; without hours the store is closed. */
    specialDays: jsonb()
      .$type<{ date: string; hours: { from: string; to: string }[]; name: string }[]>()
      .notNull()
      .default([]),
    /** The length of a slot of bookings: 15, 30 or 60; null: the people of a slot are not counted. */
    slotMinutes: integer(),
    /** The most people whose bookings begin in one slot; null: no limit. */
    coversPerSlot: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique("stores_id").on(t.id),
    unique("stores_code").on(t.merchantId, t.codeKey),
    check("stores_opening_hours", sql`jsonb_typeof(${t.openingHours}) = 'object'`),
    check("stores_special_days", sql`jsonb_typeof(${t.specialDays}) = 'array'`),
    check("stores_slot_minutes", sql`${t.slotMinutes} in (15, 30, 60)`),
    check("stores_covers_per_slot", sql`${t.coversPerSlot} between 1 and 10000`),
  ],
);

/** Membership levels. A higher code is a higher level. */
export const levels = pgTable(
  "levels",
  {
    merchantId: merchantId().references(() => merchants.id),
    level: integer().notNull(),
    name: text().notNull(),
    /** The factor for the stamps of a member's sale. Stamps that the POS sent are not multiplied. */
    earnMultiplier: numeric({ precision: 5, scale: 2 }).notNull().default("1.00"),
    /** The spending that a member needs to reach the level; null if the level is only given by hand. */
    spendingToReach: amount(),
    /**
     * How many months of spending count towards the level, and for how many months a member then keeps it.
     */
    keepMonths: integer().notNull().default(12),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.level] }),
    check("levels_spending", sql`${t.spendingToReach} >= 0`),
    check("levels_multiplier", sql`${t.earnMultiplier} >= 0`),
    check("levels_keep", sql`${t.keepMonths} between 1 and 120`),
  ],
);

/** The next free id of each kind. Processes reserve blocks of ids (`ids.ts`). */
export const idCounters = pgTable(
  "id_counters",
  {
    merchantId: merchantId().references(() => merchants.id),
    kind: text().notNull(),
    nextId: id().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.merchantId, t.kind] })],
);

/** Imported files, by the SHA-256 of their bytes. A second import of the same file changes nothing. */
export const importedFiles = pgTable(
  "imported_files",
  {
    merchantId: merchantId(),
    digest: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.digest] }),
    foreignKey({ columns: [t.merchantId], foreignColumns: [merchants.id] }),
  ],
);
