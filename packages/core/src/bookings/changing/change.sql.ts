import { schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { KnownCaller } from "../../foundation/context.ts";
import { notPermitted } from "../../foundation/failures.ts";
import {
  check,
  fact,
  fragmentOf,
  from,
  lock,
  merchantId,
  rowOf,
  unless,
  updateFrom,
} from "../../machinery/kernel/index.ts";
import { mayActIn, otherStore } from "../../running/merchants/index.ts";
import { isTooLarge } from "../adding/booking.rules.ts";
import * as wish from "../adding/store.sql.ts";
import { bookingJson, nextRevision, storeJson } from "../booking.sql.ts";
import * as deciding from "../deciding/decision.sql.ts";
import * as slot from "../slots/slot.sql.ts";
import type { Booking } from "../types.ts";
import { cannotBeChanged } from "./change.rules.ts";
import { o, slotsOf } from "./slots.sql.ts";

const { bk } = deciding;
const { s } = slot;
const byId = alias(schema.stores, "s_id");
const byCode = alias(schema.stores, "s_code");

const { booking, revision, handlesBookings, allowedStores } = deciding.found.call;
/** Null leaves a field as it is. */
const call = {
  ...{ booking, revision, handlesBookings, allowedStores },
  toStoreId: "bigint | null",
  /** Null if the call names no store. */
  toStoreCode: "text | null",
  date: "date | null",
  time: "time | null",
  numberOfPeople: "int | null",
  phone: "text | null",
  /** Empty text takes the notes away. */
  notes: "text | null",
  ignoreCapacity: "boolean",
} as const;
const c = rowOf("c", { ...call, actor: 0 });

const date = sql`coalesce(${c.date}, ${bk.date})`;
const time = sql`coalesce(${c.time}, ${bk.time})`;
const numberOfPeople = sql`coalesce(${c.numberOfPeople}, ${bk.numberOfPeople})`;
const isMoved = sql`((${date}, ${time}, ${s.id}) is distinct from (${bk.date}, ${bk.time}, ${bk.storeId}))`;
const keeps = {
  bookingId: bk.id,
  revision: c.revision,
  storeId: s.id,
  date,
  time,
  numberOfPeople,
  isMoved,
  isLarger: sql`coalesce(${c.numberOfPeople} > ${bk.numberOfPeople}, false)`,
  namesPlace: sql`coalesce(${c.date}::text, ${c.time}::text, ${c.toStoreCode}) is not null`,
};
const b = rowOf("b", keeps);
const l = rowOf("l", { ...keeps, now: 0 });

/** SQL of the store that the call names: an id, then a code; 0 if the merchant has none. */
const named = sql`case when ${c.toStoreCode} is not null then coalesce(
      (select ${byId.id} from ${from(byId)} where ${byId.merchantId} = ${merchantId}
        and ${byId.id} = ${c.toStoreId} and ${c.toStoreCode} not like '0%'),
      (select ${byCode.id} from ${from(byCode)} where ${byCode.merchantId} = ${merchantId}
        and ${byCode.codeKey} = ${c.toStoreCode}), 0) end`;

/** The call's booking with its store `o`, and the store `s` where it will be. */
export const found = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select bk.* from ${from(bk)} where ${bk.merchantId} = ${merchantId}
    and ${bk.id} = ${c.booking}${sql.raw(limit)}) bk on true
  left join lateral (select o.* from ${from(o)} where ${o.merchantId} = ${merchantId}
    and ${o.id} = ${bk.storeId}${sql.raw(limit)}) o on true
  left join lateral (select s.* from ${from(s)} where ${s.merchantId} = ${merchantId}
    and ${s.id} = coalesce(${named}, ${bk.storeId})${sql.raw(limit)}) s on true`,
  keeps,
  shows: {
    booking: fragmentOf(
      `case when bk.id is not null then ${bookingJson("bk", storeJson("o"))} end`,
    ) as SQL<Booking | null>,
    store: wish.shown(date),
    toStore: fragmentOf(storeJson("s")) as SQL<Booking["store"]>,
  },
});

export const slots = slotsOf({
  ...{ date, time, numberOfPeople },
  ignoresCapacity: sql`${c.ignoreCapacity}`,
});

/** SQL: whether the booking has all that the call names. */
const isSo = sql`((${c.toStoreCode} is null or ${s.id} = ${bk.storeId})
      and coalesce(${c.date} = ${bk.date}, true) and coalesce(${c.time} = ${bk.time}, true)
      and coalesce(${c.numberOfPeople} = ${bk.numberOfPeople}, true) and coalesce(${c.phone} = ${bk.phone}, true)
      and (${c.notes} is null or nullif(${c.notes}, '') is not distinct from ${bk.notes}))`;
const isRepeated = sql`(${deciding.isCallersChange} and ${isSo})`;

/** A call that its caller has just done, or that changes nothing. It is answered with the booking. */
export const repeats = {
  is: sql`(${isRepeated} or ${bk.revision} = ${c.revision} and ${isSo})`,
  outcome: deciding.repeats.outcome,
};

type Seen = { readonly booking: Booking };
type Call = {
  readonly date: string | null;
  readonly time: string | null;
  readonly numberOfPeople: number | null;
};
type At = Parameters<typeof wish.checks.storeIsOpen.holds>[0] &
  Readonly<Record<"isMoved" | "isLarger" | "namesPlace", SQL>>;

/** The day and time that the booking would have. */
const placeOf = ({ booking }: Seen, { date, time }: Call) => ({
  date: date ?? booking.date,
  time: time ?? booking.time.slice(0, 5),
});

type TimeCheck = typeof wish.checks.timeHasNotPassed | typeof wish.checks.clockShowsTime;
/** A check of bookings/add about the day and time, judged if the booking moves. */
const ifMoved = ({ code, again, holds, words }: TimeCheck | typeof wish.checks.storeIsOpen) =>
  check({
    code,
    ...(again === undefined ? {} : { again }),
    holds: (at: At) => sql`not ${at.isMoved} or (${holds(at)})`,
    words: (
      seen: Seen & Parameters<typeof wish.checks.storeIsOpen.words>[0],
      call: Call & { readonly actor: string },
      caller: KnownCaller,
    ) => words(seen, { ...call, ...placeOf(seen, call), numberOfPeople: 0 }, caller),
  });

const statusAllowsChange = check({
  code: "invalid",
  again: "bk",
  holds: ({ namesPlace }: Pick<At, "namesPlace">) =>
    sql`${bk.status} in ('Requested', 'Confirmed') or ${bk.status} = 'Seated' and not ${namesPlace}`,
  words: ({ booking }: Seen) => cannotBeChanged(booking),
});

/** Whether the caller may see the booking and the store, and the change may be made. */
export const checks = {
  callerHandlesBookings: deciding.accessChecks.callerHandlesBookings,
  bookingExists: deciding.accessChecks.bookingExists,
  storesAreCallers: check({
    code: notPermitted.code,
    holds: () => sql`${c.allowedStores} is null or ${bk.storeId} = any (${c.allowedStores})
        and (${s.id} is null or ${s.id} = any (${c.allowedStores}))`,
    words: (
      { booking, store }: Seen & { readonly store: { readonly id: number } },
      _call: unknown,
      caller: KnownCaller,
    ) => otherStore(caller, mayActIn(caller, booking.store.id) ? store.id : booking.store.id),
  }),
  ...unless(isRepeated, { bookingIsAsSeen: deciding.bookingIsAsSeen, statusAllowsChange }),
  storeExists: wish.checks.storeExists,
  storeIsActive: check({
    ...wish.checks.storeIsActive,
    holds: ({ isMoved }: Pick<At, "isMoved">) => sql`not ${isMoved} or ${s.isActive}`,
  }),
  timeHasNotPassed: ifMoved(wish.checks.timeHasNotPassed),
  clockShowsTime: ifMoved(wish.checks.clockShowsTime),
  storeIsOpen: ifMoved(wish.checks.storeIsOpen),
  partyFits: check({
    code: wish.checks.partyFits.code,
    again: "s",
    holds: (at: At) =>
      sql`not (${at.isMoved} or ${at.isLarger}) or ${wish.checks.partyFits.holds(at)}`,
    words: (
      seen: Seen & Parameters<typeof wish.checks.partyFits.words>[0],
      { numberOfPeople }: Call,
      caller: KnownCaller,
    ) =>
      isTooLarge(
        seen.store,
        numberOfPeople ?? seen.booking.numberOfPeople,
        caller.kind === "staff" ? "numberOfPeople" : "number_of_people",
      ),
  }),
  slotHasRoom: slot.hasRoom(
    (seen: Seen, call: Call) => ({
      time: placeOf(seen, call).time,
      numberOfPeople: call.numberOfPeople ?? seen.booking.numberOfPeople,
    }),
    slots.covers,
  ),
};

export const locks = [
  slot.storeLocked,
  slots.storeLocked,
  lock({
    ...deciding.locked,
    is: sql`${bk.id} = ${b.bookingId}`,
    adds: {
      fromStatus: bk.status,
      fromStore: bk.storeId,
      fromDate: bk.date,
      fromTime: bk.time,
      fromPeople: bk.numberOfPeople,
      fromPhone: bk.phone,
      fromNotes: bk.notes,
    },
  }),
  ...slots.locks,
];

/** Sets the fields. Returns the row, with the values that it had. */
export const change = (isOwned: SQL) =>
  updateFrom(
    bk,
    {
      storeId: l.storeId,
      date: l.date,
      time: l.time,
      numberOfPeople: l.numberOfPeople,
      phone: sql`coalesce(${c.phone}, ${bk.phone})`,
      notes: sql`case when ${c.notes} is null then ${bk.notes} else nullif(${c.notes}, '') end`,
      ...nextRevision(bk),
      decidedAt: l.now,
      decidedBy: c.actor,
    },
    {
      from: sql`locked l join calls c on c.n = l.n`,
      where: sql`${bk.id} = ${l.bookingId} and ${isOwned}`,
      returning: sql`l.n, l.key, l.now, l.from_status, l.from_store, l.from_date, l.from_time, l.from_people,
      l.from_phone, l.from_notes, ${slots.counting.isOverCapacity} as is_over_capacity, bk.*`,
    },
  );

/** SQL of the changed booking. */
export const changed = fragmentOf(bookingJson("s", "b.to_store", "recorded")) as SQL<Booking>;
