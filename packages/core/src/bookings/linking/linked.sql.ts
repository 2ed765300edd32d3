import { json, jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  check,
  fact,
  from,
  lock,
  merchantId,
  rowOf,
  unless,
  updateFrom,
} from "../../machinery/kernel/index.ts";
import { nextRevision } from "../booking.sql.ts";
import { transitions } from "../deciding/booking-status.rules.ts";
import { unknownBooking } from "../deciding/decide-booking.rules.ts";
import * as deciding from "../deciding/decision.sql.ts";
import * as slot from "../slots/slot.sql.ts";
import type { BookingStatus, LinkedBooking } from "../types.ts";
import { isTooLate } from "./linked.rules.ts";

const { bk } = deciding;
const { s } = slot;
const m = alias(schema.merchants, "m");
export const linked = { bookings: bk, stores: s, merchants: m };

const starts = sql`((${bk.date} + ${bk.time}) at time zone ${s.timezone})`;
const cancelUntil = sql`(${starts} - ${m.bookingCancelMinutes} * interval '1 minute')`;
const cancelable = Object.entries(transitions)
  .filter(([, next]) => next.includes("Canceled"))
  .map(([status]) => `'${status}'`);
const mayCancel = (now: SQL) =>
  sql`(${bk.status} in (${sql.raw(cancelable.join(", "))}) and ${now} < ${cancelUntil})`;

/** SQL: whether a link that ends at `ends` opens the booking. One that was anonymized has no claim. */
export const isOpened = (ends: SQL, now: SQL) =>
  sql`(${bk.claim} <> '' and ${m.bookingLinks} and ${now} < to_timestamp(${ends}))`;

/** SQL of the booking as its guest sees it by the link. */
export const linkedDoc = (now: SQL) =>
  ({
    id: bk.id,
    date: bk.date,
    time: bk.time,
    numberOfPeople: bk.numberOfPeople,
    status: sql<BookingStatus>`${bk.status}`,
    canCancel: sql<boolean>`${mayCancel(now)}`,
    cancelUntil: sql<string>`to_char(${cancelUntil} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    store: json({
      name: sql<string>`coalesce(nullif(${s.displayName}, ''), ${s.name})`,
      address: s.address,
      phone: s.phone,
      timezone: s.timezone,
    }),
    merchant: json({ name: m.name, country: m.country }),
  }) as const;

const call = { booking: "bigint", linkEnds: "bigint" } as const;
const c = rowOf("c", { ...call, now: 0 });
const keeps = { bookingId: bk.id, revision: bk.revision };
const b = rowOf("b", keeps);
const l = rowOf("l", { ...keeps, now: 0 });

/** The call's booking, if its link opens it. */
export const found = fact({
  call,
  joins: ({ limit }) => {
    const one = sql.raw(limit);
    return sql`
  left join lateral (select m.* from ${from(m)} where ${m.id} = ${merchantId}${one}) m on true
  left join lateral (select bk.* from ${from(bk)} where ${bk.merchantId} = ${merchantId}
    and ${bk.id} = ${c.booking} and ${isOpened(c.linkEnds, c.now)}${one}) bk on true
  left join lateral (select s.* from ${from(s)} where ${s.merchantId} = ${merchantId}
    and ${s.id} = ${bk.storeId}${one}) s on true`;
  },
  keeps,
  shows: { booking: jsonIf(bk.id, linkedDoc(c.now)) as SQL<LinkedBooking | null> },
});

/** The booking's slot, which gets the seats back. */
export const slotUsed = slot.usedBy({
  ...{ date: bk.date, time: bk.time, ignoresCapacity: sql`true` },
  seats: deciding.seatsOf(sql`'Canceled'`),
});
export const { allots, takes, areCounted } = slot.counting();

/** A call for a booking that is canceled, by whomever. It is answered with the booking. */
export const repeats = {
  is: sql`(${bk.status} = 'Canceled')`,
  outcome: ({ booking }: { readonly booking: LinkedBooking | null }) => ({
    frame: booking as LinkedBooking,
    changed: {},
  }),
};

/** Judged once: the lock finds the booking only as it was seen. */
const isInTime = check({
  code: "booking_too_late",
  holds: () => mayCancel(c.now),
  words: ({ booking }: { readonly booking: LinkedBooking }) => isTooLate(booking),
});

/** Whether the link opens a booking that its guest may cancel. */
export const checks = {
  linkOpensBooking: check({
    code: unknownBooking.code,
    holds: () => sql`${bk.id} is not null`,
    words: () => unknownBooking,
  }),
  ...unless(repeats.is, { isInTime }),
};

const locked = lock({
  row: "bk",
  table: bk,
  merchantId: bk.merchantId,
  strength: "no key update",
  is: sql`${bk.id} = ${b.bookingId}`,
  asSeen: { revision: bk.revision },
  adds: { fromStatus: bk.status },
});

export const locks = [slot.storeLocked, locked, slot.locked];

/** Cancels the booking in the name of its guest. Returns the row, with the status that it had. */
export const cancel = (isOwned: SQL) =>
  updateFrom(
    bk,
    {
      status: sql`'Canceled'`,
      ...nextRevision(bk),
      decidedAt: l.now,
      decidedBy: sql`'guest'`,
    },
    {
      from: sql`locked l`,
      where: sql`${bk.id} = ${l.bookingId} and ${isOwned}`,
      returning: sql`l.n, l.key, l.now, l.from_status, bk.*`,
    },
  );

/** SQL of the canceled booking: the one that was seen, with its new status. */
export const canceled = sql<LinkedBooking>`(b.booking::jsonb
    || jsonb_build_object('status', s.status, 'canCancel', false))`;
