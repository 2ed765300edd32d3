import { insertInto, rowsOf, schema } from "@stampbook/db";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

const { bookingChanges: changes, bookingMessages: noted, bookings, merchants } = schema;
const { oneTimePasswords: codes } = schema;

/** The alias of messages in statements that use `isStale`. */
export const messages = alias(schema.outboxMessages, "o");

/**
 * Whether the one-time password in a message is no longer valid: it was used, was replaced by a newer one, or
 * got too many wrong tries. A password and its message have the same creation time.
 */
const isStaleCode = sql`(${messages.kind} = 'otp' and not ${rowsOf(codes, {
  where: [
    eq(codes.customerId, messages.customerId),
    eq(codes.createdAt, messages.createdAt),
    lt(
      codes.wrongTries,
      rowsOf(merchants, { where: [] }).value(sql<number>`${merchants.otpMaxAttempts}`),
    ),
  ],
}).exists()})`;

/** SQL: whether the message with this code fits a booking in this status. */
export const saysStatus = (code: SQL, status: SQL): SQL => sql`(case
    when ${code} in ('booking_received', 'booking_changed') then ${status} in ('Requested', 'Confirmed')
    when ${code} in ('booking_confirmed', 'booking_reminder') then ${status} = 'Confirmed'
    else ${status} = 'Canceled' end)`;

/**
 * Whether a message about a booking is outdated: the booking has another status, or since the message was written
 * another day, time, store or party.
 */
const isStaleBooking = sql`(${messages.kind} = 'booking' and not ${rowsOf(noted, {
  where: [
    eq(noted.messageId, messages.id),
    sql`not ${rowsOf(changes, {
      where: [
        eq(changes.bookingId, noted.bookingId),
        sql`${changes.revision} > ${noted.shownRevision}`,
        sql`${changes.fields} ?| array['date', 'time', 'store', 'number_of_people']`,
      ],
    }).exists()}`,
  ],
})
  .join(
    bookings,
    and(eq(bookings.id, noted.bookingId), saysStatus(sql`${noted.code}`, sql`${bookings.status}`)),
  )
  .exists()})`;

/**
 * Whether what the message `o` says no longer holds, so that it must not be sent. Reads the parameter
 * `merchantId`.
 */
export const isStale: SQL = sql`(${isStaleCode} or ${isStaleBooking})`;

/**
 * Notes again what the stale messages of `due` say, if only the booking's day, time, store or party differ. They
 * are then written with the new ones. Reminders are left out, because the new time has its own.
 */
export const notedAgain = insertInto(
  noted,
  {
    bookingId: sql`n.booking_id`,
    revision: sql`b.revision`,
    code: sql`n.code`,
    createdAt: sql`clock.now`,
  },
  {
    from: sql`from due, clock, booking_messages n, bookings b
      where n.merchant_id = ${sql.placeholder("merchantId")} and b.merchant_id = ${sql.placeholder("merchantId")}
        and due.is_stale and due.kind = 'booking' and n.message_id = due.id and b.id = n.booking_id
        and (n.code, b.status) in (('booking_received', 'Requested'), ('booking_confirmed', 'Confirmed'))`,
    end: sql`on conflict do nothing`,
  },
);
