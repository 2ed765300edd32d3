import { rowsOf, schema } from "@stampbook/db";
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

/** SQL: whether a booking in this status is as the message with this code says. */
export const saysStatus = (code: SQL, status: SQL): SQL => sql`(case
    when ${code} in ('booking_received', 'booking_changed') then ${status} in ('Requested', 'Confirmed')
    when ${code} in ('booking_confirmed', 'booking_reminder') then ${status} = 'Confirmed'
    else ${status} = 'Canceled' end)`;

/**
 * Whether a message about a booking is no longer so: the booking has another status, or after the message was
 * written another day, time, store or party.
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
