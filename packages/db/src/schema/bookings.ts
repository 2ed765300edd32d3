import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
} from "drizzle-orm/pg-core";
import { createdAt, day, flag, id, merchantId, moment } from "./columns.ts";
import { stores } from "./merchants.ts";

/**
 * Bookings of tables in a store. Anyone can request one. There is no foreign key to the customer. Its check
 * would take time only for requests that match a customer, so the response time would reveal who is a
 * customer.
 */
export const bookings = pgTable(
  "bookings",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    storeId: id().notNull(),
    /** The guest's email or Member ID as given, never verified; or the guest's name, if staff booked. */
    claim: text().notNull(),
    /** The customer whom the email or Member ID matches, or whom staff or a token chose; null for a guest. */
    customerId: id(),
    /** Day and time of day in the store's zone. */
    date: day().notNull(),
    time: time().notNull(),
    /** The phone number as given. */
    phone: text().notNull(),
    numberOfPeople: integer().notNull(),
    notes: text(),
    /** Requested, Confirmed, Seated, Completed, Canceled, No-show */
    status: text().notNull().default("Requested"),
    /** Incremented by each change by staff or a token. A change names the revision that it is based on. */
    revision: integer().notNull().default(1),
    /**
     * The revision up to which `booking_changes` has each change; 0 for bookings from before that table. A
     * process of an older version leaves it behind `revision`: such a booking has no complete record.
     */
    recordedRevision: integer().notNull().default(0),
    createdAt: createdAt(),
    /** When staff or a token last changed the booking, or booked for the guest. Null: unchanged request. */
    decidedAt: moment(),
    /** Who made that change: `staff:<id>` or `token:7`. */
    decidedBy: text(),
    /** The time of the booking for which its guest was reminded last. */
    remindedFor: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    foreignKey({
      columns: [t.merchantId, t.storeId],
      foreignColumns: [stores.merchantId, stores.id],
    }),
    index("bookings_store_time").on(t.merchantId, t.storeId, t.date, t.time, t.id),
    index("bookings_time").on(t.merchantId, t.date, t.time, t.id),
    check(
      "bookings_status",
      sql`${t.status} in ('Requested', 'Confirmed', 'Seated', 'Completed', 'Canceled', 'No-show')`,
    ),
    check("bookings_number_of_people", sql`${t.numberOfPeople} >= 1`),
    check(
      "bookings_decided",
      sql`(${t.revision} = 1) = (${t.decidedBy} is null) and (${t.decidedAt} is null) = (${t.decidedBy} is null)`,
    ),
  ],
);

/**
 * The changes of bookings: one row for each revision above 1, written with the change. Rows change only when
 * a customer is anonymized, and are deleted with their booking.
 */
export const bookingChanges = pgTable(
  "booking_changes",
  {
    merchantId: merchantId(),
    bookingId: id().notNull(),
    /** The booking's revision after the change. */
    revision: integer().notNull(),
    statusBefore: text().notNull(),
    /** The status after the change. */
    status: text().notNull(),
    /** The changed fields, as the interface names them: `{"time": ["19:30:00", "20:00:00"]}`. */
    fields: jsonb().notNull().default({}),
    /** Whether the change takes back the one before it. */
    isUndo: flag(false),
    /** Whether it took more seats of a slot than the store has. */
    isOverCapacity: flag(false),
    /** `staff:<id>` or `token:7`. */
    changedBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.bookingId, t.revision] }),
    foreignKey({
      columns: [t.merchantId, t.bookingId],
      foreignColumns: [bookings.merchantId, bookings.id],
    }).onDelete("cascade"),
    check("booking_changes_revision", sql`${t.revision} > 1`),
  ],
);

/**
 * The messages that guests get about their bookings. A statement that changes a booking notes which message
 * follows; a job then fills the merchant's template and writes it to the outbox. A row stays until its booking is
 * deleted, because it says which message of the outbox is about which booking.
 */
export const bookingMessages = pgTable(
  "booking_messages",
  {
    merchantId: merchantId(),
    bookingId: id().notNull(),
    /** The booking's revision when the message was noted. */
    revision: integer().notNull(),
    /** The code of the message's template. */
    code: text().notNull(),
    createdAt: createdAt(),
    /** When the job wrote the message, or found that there is nothing to send. */
    endedAt: moment(),
    /** The message in the outbox, which is deleted there after a while. Null if nothing was sent. */
    messageId: text(),
    /** The booking's revision that the text shows. */
    shownRevision: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.bookingId, t.revision, t.code] }),
    foreignKey({
      columns: [t.merchantId, t.bookingId],
      foreignColumns: [bookings.merchantId, bookings.id],
    }).onDelete("cascade"),
    index("booking_messages_open").on(t.merchantId, t.createdAt).where(sql`${t.endedAt} is null`),
    check(
      "booking_messages_code",
      sql`${t.code} in ('booking_received', 'booking_confirmed', 'booking_declined', 'booking_canceled', 'booking_changed', 'booking_reminder')`,
    ),
    index("booking_messages_message")
      .on(t.merchantId, t.messageId)
      .where(sql`${t.messageId} is not null`),
    check(
      "booking_messages_written",
      sql`${t.messageId} is null or (${t.endedAt} is not null and ${t.shownRevision} is not null)`,
    ),
  ],
);

/**
 * How many people arrive in each slot of a store that has `slot_minutes`, by its bookings. A count may be below
 * zero: it must not refuse a decision. `oracle.sql` compares the counts with the bookings.
 */
export const bookingSlots = pgTable(
  "booking_slots",
  {
    merchantId: merchantId(),
    storeId: id().notNull(),
    date: day().notNull(),
    /** When the slot begins, by the store's clock. */
    slot: time().notNull(),
    /** All people of the bookings that are Requested, Confirmed, Seated or Completed. */
    covers: id().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.storeId, t.date, t.slot] }),
    foreignKey({
      columns: [t.merchantId, t.storeId],
      foreignColumns: [stores.merchantId, stores.id],
    }),
  ],
);

/**
 * Counts of anonymous calls by address, exact across processes. The counts belong to no merchant: an address
 * has one count for all stores.
 */
export const addressCounters = pgTable(
  "address_counters",
  {
    /** The kind of call and a keyed fingerprint of the address. The address itself is not stored. */
    subject: text().primaryKey(),
    windowStart: moment().notNull(),
    count: integer().notNull(),
  },
  (t) => [index("address_counters_age").on(t.windowStart)],
);
