import { jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { unknownCustomer } from "../../foundation/failures.ts";
import { member, store } from "../../machinery/facts/index.ts";
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
import { bookingJson, changeRecorded, nextRevision, storeJson } from "../booking.sql.ts";
import * as slot from "../slots/slot.sql.ts";
import type { Booking } from "../types.ts";
import { cannotBecome, isTooEarly, transitions } from "./booking-status.rules.ts";
import { changedMeanwhile, notForCaller, unknownBooking } from "./decide-booking.rules.ts";

export const bk = alias(schema.bookings, "bk");
const { s } = slot;

const call = {
  booking: "bigint",
  revision: "bigint",
  /** The new status. Null for a call that sets the booking's customer and keeps its status. */
  toStatus: "text | null",
  handlesBookings: "boolean",
  /** The ids of the stores in which the caller may act; null means all. */
  allowedStores: "bigint[] | null",
} as const;
const c = rowOf("c", { ...call, actor: 0 });

const keeps = {
  bookingId: bk.id,
  revision: c.revision,
  toStatus: c.toStatus,
  timezone: s.timezone,
};
const b = rowOf("b", { ...keeps, customerId: 0 });
const l = rowOf("l", { ...keeps, customerId: 0, now: 0 });

/** The call's booking, and its store. */
export const found = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select bk.* from ${from(bk)} where ${bk.merchantId} = ${merchantId}
    and ${bk.id} = ${c.booking}${sql.raw(limit)}) bk on true
  left join lateral (select s.* from ${from(s)} where ${s.merchantId} = ${merchantId}
    and ${s.id} = ${bk.storeId}${sql.raw(limit)}) s on true`,
  keeps,
  shows: {
    booking: fragmentOf(
      `case when bk.id is not null then ${bookingJson("bk", storeJson("s"))} end`,
    ) as SQL<Booking | null>,
    store: jsonIf(s.id, { id: s.id }),
    /** The current time in the booking's store, `YYYY-MM-DD HH:MM:SS`. */
    localTime: sql<string>`to_char(c.now at time zone ${s.timezone}, 'YYYY-MM-DD HH24:MI:SS')`,
  },
});

type Seen = { readonly booking: Booking };
type Call = { readonly revision: number; readonly toStatus: string | null };
type At = Readonly<Record<"revision" | "toStatus" | "timezone" | "now", SQL>>;

const allowed = Object.entries(transitions)
  .flatMap(([from, next]) => next.map((to) => `('${from}', '${to}')`))
  .join(", ");

/** SQL: the people of the booking that begin to count, or no longer do, if it gets this status. */
export const seatsOf = (status: SQL) =>
  sql`(${bk.numberOfPeople} * ((${slot.isCounted(status)})::int - (${slot.isCounted(bk.status)})::int))`;

/** The booking's slot. A decision is never refused because it is full: guests who come late are there. */
export const slotUsed = slot.usedBy({
  ...{ date: bk.date, time: bk.time, ignoresCapacity: sql`true` },
  seats: seatsOf(sql`coalesce(${c.toStatus}, ${bk.status})`),
});
const counting = slot.counting();

/** Whether the caller may see the booking. */
export const accessChecks = {
  callerHandlesBookings: check({
    code: notForCaller.code,
    holds: () => sql`${c.handlesBookings}`,
    words: () => notForCaller,
  }),
  bookingExists: check({
    code: unknownBooking.code,
    holds: () => sql`${bk.id} is not null`,
    words: () => unknownBooking,
  }),
  storeIsCallers: store.checks.storeIsCallers,
};

/** Whether the booking is as the caller saw it. */
export const bookingIsAsSeen = check({
  code: "stale_revision",
  again: "bk",
  holds: ({ revision }: Pick<At, "revision">) => sql`${bk.revision} = ${revision}`,
  words: ({ booking }: Seen, { revision }: Pick<Call, "revision">) =>
    changedMeanwhile(booking, revision),
});

/** SQL: whether the last change is the caller's, made to the revision that the call names. */
export const isCallersChange = sql`(${bk.revision} = ${c.revision} + 1 and ${bk.decidedBy} = ${c.actor})`;

/** A call whose wish its caller has already done, by the last change. It is answered with the booking. */
export const repeats = {
  is: sql`(${isCallersChange} and coalesce(${c.toStatus} = ${bk.status}, ${bk.customerId} = u.id))`,
  outcome: ({ booking }: { readonly booking: Booking | null }) => ({
    frame: booking as Booking,
    changed: {},
  }),
};

const statusChecks = {
  bookingIsAsSeen,
  statusMayFollow: check({
    code: "invalid",
    again: "bk",
    holds: ({ toStatus }: At) =>
      sql`${toStatus} is null or (${bk.status}, ${toStatus}) in (${sql.raw(allowed)})`,
    words: ({ booking }: Seen, { toStatus }: Call) => cannotBecome(booking.status, toStatus),
  }),
  noShowIsDue: check({
    code: "invalid",
    again: "bk",
    holds: ({ toStatus, timezone, now }: At) => sql`${toStatus} is distinct from 'No-show'
        or ${bk.date} + ${bk.time} <= date_trunc('second', ${now} at time zone ${timezone})`,
    words: ({ booking, localTime }: Seen & { readonly localTime: string }) =>
      isTooEarly(booking, localTime),
  }),
};

/** Whether the caller may see the booking, and decide it as the call wants. */
export const checks = {
  ...accessChecks,
  ...unless(repeats.is, statusChecks),
  matchedCustomerExists: check({
    ...member.customerExists,
    unless: sql`${c.toStatus} is not null`,
    words: () => ({ ...unknownCustomer, field: "user" }),
  }),
};

export const locked = lock({
  row: "bk",
  table: bk,
  merchantId: bk.merchantId,
  strength: "no key update",
  is: sql`${bk.id} = ${b.bookingId}`,
  adds: { fromStatus: bk.status, fromCustomer: bk.customerId },
});

export const locks = [slot.storeLocked, locked, slot.locked];
export const { allots, takes, areCounted } = counting;

/** Locks the customer to match against deletion of the personal data. */
export const customerLocked = lock({ ...member.customerLocked, onlyIf: b.customerId });

/** Sets the booking's status, or its customer. Returns the row as `s`, with the status that it had. */
export const decide = (isOwned: SQL) =>
  updateFrom(
    bk,
    {
      status: sql`coalesce(${l.toStatus}, ${bk.status})`,
      ...nextRevision(bk),
      customerId: sql`case when ${l.toStatus} is null then ${l.customerId} else ${bk.customerId} end`,
      decidedAt: l.now,
      decidedBy: sql`c.actor`,
    },
    {
      from: sql`locked l join calls c on c.n = l.n`,
      where: sql`${bk.id} = ${l.bookingId} and ${isOwned}`,
      returning: sql`l.n, l.key, l.now, l.from_status, l.from_customer,
      ${counting.isOverCapacity} as is_over_capacity, bk.*`,
    },
  );

/** Records the change. Only a match changes a field: the customer. */
export const recorded = changeRecorded({
  isOverCapacity: sql`d.is_over_capacity`,
  fields: sql`case when d.customer_id is distinct from d.from_customer
    then jsonb_build_object('customer', jsonb_build_array(d.from_customer, d.customer_id)) else '{}' end`,
});

/** SQL of the decided booking. Its store is the one that was seen. */
export const decided = fragmentOf(
  bookingJson("s", "b.booking->'store'", "recorded"),
) as SQL<Booking>;
