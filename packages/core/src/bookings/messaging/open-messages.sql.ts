import {
  isHere,
  json,
  now,
  oneOf,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
} from "@stampbook/db";
import { and, asc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CoreDeps } from "../../foundation/context.ts";
import {
  type BookingMessageCode,
  type MessageTemplate,
  saysStatus,
  smsCountriesDoc,
  templatesDoc,
} from "../../foundation/messages/index.ts";
import type { BookingChange } from "../types.ts";
import type { NotedMessage } from "./types.ts";

const { bookings, merchants, stores, bookingChanges: changes, bookingMessages: noted } = schema;
const earlier = alias(noted, "earlier");
const oldStores = alias(stores, "old_stores");

const waiting = statement<readonly number[]>(
  "merchants_with_open_booking_messages",
  {},
  sql`(select coalesce(json_agg(merchant_id order by merchant_id), '[]') from (
    select distinct merchant_id from booking_messages
    where ended_at is null and ${isHere("merchant_id")}) open)`,
);

/** Returns the ids of merchants with messages about bookings that are noted and not yet written. */
export const listMerchantsToWriteFor = ({ db }: Pick<CoreDeps, "db">): Promise<readonly number[]> =>
  run(db, waiting, {});

const starts = sql`((${bookings.date} + ${bookings.time}) at time zone ${stores.timezone})`;
const nameOf = (store: typeof oldStores | typeof stores) =>
  sql<string>`coalesce(nullif(${store.displayName}, ''), ${store.name})`;

/** Whether staff made a row of `bookings`. They confirm it in the same statement. */
export const isByStaff = rowsOf(changes, {
  where: [
    eq(changes.bookingId, bookings.id),
    eq(changes.revision, sql`2`),
    eq(changes.createdAt, bookings.createdAt),
  ],
}).exists();

const fields = {
  bookingId: noted.bookingId,
  revision: noted.revision,
  code: oneOf<BookingMessageCode>(noted.code),
  isUndo: sql<boolean>`(coalesce(${changes.isUndo}, false) and ${noted.code} <> 'booking_reminder')`,
  isByGuest: sql<boolean>`(coalesce(${changes.changedBy}, 'guest') = 'guest')`,
  changed: sql<BookingChange["fields"]>`coalesce(${changes.fields}, '{}')`,
  oldStore: sql<string | null>`${nameOf(oldStores)}`,
  // a reminder of a time that the booking no longer has is not written
  holds: sql<boolean>`(${saysStatus(sql`${noted.code}`, sql`${bookings.status}`)} and
    (${noted.code} <> 'booking_reminder' or ${bookings.remindedFor} = ${starts}))`,
  shownRevision: bookings.revision,
  claim: bookings.claim,
  phone: bookings.phone,
  date: bookings.date,
  time: bookings.time,
  numberOfPeople: bookings.numberOfPeople,
  isByStaff,
  starts: sql<number>`extract(epoch from ${starts})::bigint`,
  secondsLeft: sql<number>`extract(epoch from ${starts} - ${now})::float8`,
  store: json({ name: nameOf(stores), address: stores.address, phone: stores.phone }),
  merchant: json({
    id: merchants.id,
    name: merchants.name,
    country: merchants.country,
    bookingLinks: merchants.bookingLinks,
  }),
  templates: templatesDoc(sql`${noted.code}`) as SQL<readonly MessageTemplate[]>,
  smsCountries: smsCountriesDoc as SQL<readonly string[]>,
};

const list = read(
  "open_booking_messages",
  (p: Parameters<{ readonly most: number; readonly offsetMs: number }>) =>
    rowsOf(noted, {
      where: [
        isNull(noted.endedAt),
        sql`not ${rowsOf(earlier, {
          where: [
            eq(earlier.bookingId, noted.bookingId),
            lt(earlier.revision, noted.revision),
            isNull(earlier.endedAt),
          ],
        }).exists()}`,
      ],
      orderBy: [asc(noted.createdAt)],
      limit: sql`${p("most")}`,
    })
      .join(bookings, eq(bookings.id, noted.bookingId))
      .join(stores, eq(stores.id, bookings.storeId))
      .join(merchants, sql`true`)
      .leftJoin(
        changes,
        and(eq(changes.bookingId, noted.bookingId), eq(changes.revision, noted.revision)),
      )
      .leftJoin(oldStores, eq(oldStores.id, sql`(${changes.fields} #>> '{store,0}')::bigint`))
      .list(fields),
);

/**
 * Returns at most `most` of a merchant's messages that are noted and not yet written, the oldest first. A
 * later one of a booking is returned only after its earlier ones are written, because an undo looks at what
 * was sent.
 */
export const listOpenMessages = (
  { db, clockOffsetMs }: Pick<CoreDeps, "db" | "clockOffsetMs">,
  merchantId: number,
  most: number,
): Promise<readonly NotedMessage[]> => run(db, list, { merchantId, most, offsetMs: clockOffsetMs });
