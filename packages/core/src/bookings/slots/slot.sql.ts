import { insertInto, schema } from "@stampbook/db";
import { type Column, type SQL, sql } from "drizzle-orm";
import { alias, type PgTable } from "drizzle-orm/pg-core";
import {
  check,
  fact,
  from,
  lock,
  merchantId,
  rowOf,
  updateFrom,
} from "../../machinery/kernel/index.ts";
import { s } from "../adding/opening-hours.sql.ts";
import { isFull, uncounted, type Wish } from "./slot.rules.ts";

// The people of a booking count in the slot of its store that holds its time. A statement that changes this
// locks the store, so that its slots stay as they are, and the slot's count if there is one.

export { s };

type Value = SQL | Column;
type Counts = PgTable & Readonly<Record<"merchantId" | "storeId" | "date" | "slot", Column>>;

const listed = uncounted.map((status) => `'${status}'`).join(", ");
/** SQL: whether the people of a booking with this status count. */
export const isCounted = (status: Value) => sql`${status} not in (${sql.raw(listed)})`;

/** SQL of when the slot begins that holds a time. Slots begin at midnight. Null if a store has none. */
export const slotOf = (minutes: Value, time: Value) =>
  sql`date_bin(${minutes} * interval '1 minute', date '2000-01-01' + ${time}, '2000-01-01')::time`;

/** A slot of a store on a day, as SQL. `slot` is null if the store has none. */
export type Place = { readonly store: Value; readonly date: Value; readonly slot: Value };

/** The count of a slot: the one that a booking will use, unless another one has to be locked first. */
export const sl = alias(schema.bookingSlots, "sl");

/** SQL: whether a count is that of the place. */
const isAt = (row: Counts, { store, date, slot }: Place) =>
  sql`${row.storeId} = ${store} and ${row.date} = ${date} and ${row.slot} = ${slot}`;

/**
 * SQL that joins the count at a place, if there is one. Without the limit, the plan for a single call joins the
 * store to all its counts first.
 */
export const joined = (row: Counts, name: string, place: Place) => sql`
  left join lateral (select ${sql.raw(name)}.* from ${from(row)} where ${row.merchantId} = ${merchantId}
    and ${isAt(row, place)} limit 1) ${sql.raw(name)} on true`;

/** Locks the count at a place. `onlyIf` is null if there was none. */
export const slotLocked = <Adds extends Readonly<Record<string, SQL | Column>>>(
  row: Counts,
  name: string,
  { place, onlyIf, adds }: { readonly place: Place; readonly onlyIf: SQL; readonly adds: Adds },
) =>
  lock({
    ...{ row: name, table: row, merchantId: row.merchantId, strength: "no key update" },
    is: isAt(row, place),
    onlyIf,
    adds,
  });

/** A slot of the store `s`, and by how many people its count changes. */
type Use = {
  readonly date: Value;
  readonly time: Value;
  /** Below zero if the booking gives seats back. */
  readonly seats: SQL;
  /** Whether it may take more seats than are left. */
  readonly ignoresCapacity: SQL;
};

/** What a statement keeps of the slot in the store `s` that a booking will use. */
export const kept = ({ date, time, seats, ignoresCapacity }: Use) => ({
  slotStore: s.id,
  slotMinutes: s.slotMinutes,
  slotDate: date,
  slot: slotOf(s.slotMinutes, time),
  seats,
  /** The most people of the slot. Null if any number may come. */
  mostCovers: sql`case when ${s.slotMinutes} is not null then ${s.coversPerSlot} end`,
  ignoresCapacity,
});

const columns = {
  ...{ slotStore: 0, slotMinutes: 0, slotDate: 0, slot: 0, seats: 0, mostCovers: 0 },
  ...{ ignoresCapacity: 0, slotRow: 0, covers: 0, slotPlace: 0 },
} satisfies Partial<Record<keyof ReturnType<typeof kept>, 0>> & object;
const b = rowOf("b", columns);
const l = rowOf("l", columns);

/** The place of the slot, of a row of `able` and of `locked`. */
export const placeOf = (row: typeof b): Place => ({
  store: row.slotStore,
  date: row.slotDate,
  slot: row.slot,
});

/** Joins the count of the slot `use`, for a statement that uses no other. */
export const usedBy = (use: Use) => {
  const keeps = { ...kept(use), slotRow: sl.covers };
  const place = { store: s.id, date: use.date, slot: keeps.slot };
  return fact({ call: {}, joins: () => joined(sl, "sl", place), keeps, shows: {} });
};

/** Locks the store `s`, with slots as they were seen: these change only with all counts of the store. */
export const storeLocked = lock({
  ...{ row: "s", table: s, merchantId: s.merchantId, strength: "key share" },
  is: sql`${s.id} = ${b.slotStore}`,
  asSeen: { slotMinutes: s.slotMinutes },
});

/** Locks the count of the slot of `usedBy`. */
export const locked = slotLocked(sl, "sl", {
  place: placeOf(b),
  onlyIf: b.slotRow,
  adds: { covers: sl.covers },
});

type At = Readonly<Record<"seats" | "mostCovers" | "ignoresCapacity", SQL>>;

/**
 * A check whether the slot has room. What is then left is allotted to the calls of a batch. `wishOf` returns
 * the time and the people of a call.
 */
export const hasRoom = <S, C>(wishOf: (seen: S, call: C) => Wish, covers: Value = sl.covers) =>
  check({
    code: "booking_slot_full",
    holds: ({ seats, mostCovers, ignoresCapacity }: At) =>
      sql`${seats} <= 0 or ${mostCovers} is null or ${ignoresCapacity}
        or coalesce(${covers}, 0) + ${seats} <= ${mostCovers}`,
    words: (seen: S, call: C) => isFull(wishOf(seen, call)),
  });

/**
 * How a statement counts: `allots` and `takes` of its operation, and `areCounted` for its end. `covers` is the
 * locked count of the slot, and `left` the place in which seats become free, of `seatsBack` people.
 */
export function counting(
  covers: SQL = l.covers,
  left?: { readonly place: Place; readonly seatsBack: SQL },
) {
  const isOver = sql`(${l.mostCovers} is not null and coalesce(${covers}, 0) + ${l.slotPlace} > ${l.mostCovers})`;
  const changed = ({ store, date, slot }: Place, seats: SQL, isOwned: SQL) => sql`
    select ${store} as store_id, ${date} as date, ${slot} as slot, ${seats} as seats
    from locked l where ${slot} is not null and ${seats} <> 0 and ${isOwned}`;
  return {
    allots: [
      {
        as: "slotPlace",
        of: sql`b.slot_store, b.slot_date, b.slot`,
        amount: sql`greatest(${b.seats}, 0)`,
        isLeft: sql`(${l.seats} <= 0 or ${l.ignoresCapacity} or not ${isOver})`,
      },
    ],
    /** SQL: whether the locked row takes more seats than the slot has. */
    isOverCapacity: sql`(${l.seats} > 0 and ${isOver})`,
    /** Adds to the counts that are locked, and begins those that the statement did not see. */
    takes: (isOwned: SQL) => ({
      seats_changed: sql`
  select store_id, date, slot, sum(seats) as seats from (${changed(placeOf(l), l.seats, isOwned)}${
    left ? sql` union all ${changed(left.place, sql`-${left.seatsBack}`, isOwned)}` : sql``
  }) t
  group by store_id, date, slot`,
      seats_counted: updateFrom(
        sl,
        { covers: sql`${sl.covers} + t.seats` },
        {
          from: sql`seats_changed t`,
          where: isAt(sl, { store: sql`t.store_id`, date: sql`t.date`, slot: sql`t.slot` }),
          returning: sql`t.store_id, t.date, t.slot`,
        },
      ),
      counts_begun: insertInto(
        schema.bookingSlots,
        {
          storeId: sql`t.store_id`,
          date: sql`t.date`,
          slot: sql`t.slot`,
          covers: sql`t.seats`,
        },
        {
          from: sql`from seats_changed t where (t.store_id, t.date, t.slot) not in
    (select k.store_id, k.date, k.slot from seats_counted k)
  order by t.store_id, t.date, t.slot`,
          end: sql`on conflict do nothing returning 1`,
        },
      ),
    }),
    /** Fails if another transaction has begun the count of a slot since the statement looked. */
    areCounted: sql`case when (select count(*) from seats_counted) + (select count(*) from counts_begun)
      = (select count(*) from seats_changed) then true
    else stampbook_refuse('state') end`,
  };
}
