import { schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { fact, lock, rowOf } from "../../machinery/kernel/index.ts";
import { bk } from "../deciding/decision.sql.ts";
import * as slot from "../slots/slot.sql.ts";

// A booking that moves gives its seats back in one slot and takes others in another. Both counts are locked in
// the order of their places, so that two bookings that swap their slots do not wait for each other.

const { s, sl } = slot;
/** The store in which the booking is. */
export const o = alias(schema.stores, "o");
/** The count that is locked second. */
const second = alias(schema.bookingSlots, "sl2");

/** SQL of a value of the place that is locked first: of the place that the booking leaves, or the other one. */
const ifLeft = (leavesFirst: SQL, left: SQL, taken: SQL) =>
  sql`case when ${leavesFirst} then ${left} else ${taken} end`;

type Places = Readonly<
  Record<"leavesFirst" | "leftStore" | "leftDate" | "leftSlot", SQL> &
    Record<"slotStore" | "slotDate" | "slot", SQL>
>;
const firstOf = (row: Places): slot.Place => ({
  store: ifLeft(row.leavesFirst, row.leftStore, row.slotStore),
  date: ifLeft(row.leavesFirst, row.leftDate, row.slotDate),
  slot: ifLeft(row.leavesFirst, row.leftSlot, row.slot),
});
const secondOf = (row: Places): slot.Place => ({
  store: ifLeft(row.leavesFirst, row.slotStore, row.leftStore),
  date: ifLeft(row.leavesFirst, row.slotDate, row.leftDate),
  slot: ifLeft(row.leavesFirst, row.slot, row.leftSlot),
});

/**
 * The slot in which the booking will be with these values, and the one that it leaves. Its joins follow those
 * of the booking `bk` and its stores `o` and `s`.
 */
export function slotsOf(
  wanted: Readonly<Record<"date" | "time" | "numberOfPeople" | "ignoresCapacity", SQL>>,
) {
  const { date, numberOfPeople } = wanted;
  const stays = sql`(${s.id}, ${date}, mv.slot) is not distinct from (${o.id}, ${bk.date}, mv.left_slot)`;
  const moved = {
    slot: sql`mv.slot`,
    leftStore: sql`${o.id}`,
    leftDate: sql`${bk.date}`,
    /** Null if the booking stays in its slot, or has none. */
    leftSlot: sql`case when not (${stays}) then mv.left_slot end`,
    /** Whether the place that the booking leaves comes before the other one. */
    leavesFirst: sql`coalesce(mv.left_slot is not null and (${o.id}, ${bk.date}, mv.left_slot) < (${s.id}, ${date}, mv.slot), false)`,
  };
  const places = { ...moved, slotStore: sql`${s.id}`, slotDate: date };
  const covers = ifLeft(moved.leavesFirst, sql`${second.covers}`, sql`${sl.covers}`);
  const keeps = {
    ...slot.kept({
      ...wanted,
      seats: sql`(${numberOfPeople} - case when ${stays} then ${bk.numberOfPeople} else 0 end)`,
    }),
    ...moved,
    leftMinutes: o.slotMinutes,
    seatsBack: bk.numberOfPeople,
    firstRow: sl.covers,
    secondRow: second.covers,
  };
  const found = fact({
    call: {},
    joins: () => sql`
  left join lateral (select ${slot.slotOf(o.slotMinutes, bk.time)} as left_slot,
    ${slot.slotOf(s.slotMinutes, wanted.time)} as slot) mv on true
  ${slot.joined(sl, "sl", firstOf(places))}${slot.joined(second, "sl2", secondOf(places))}`,
    keeps,
    shows: {},
  });
  const locked = { ...keeps, firstCovers: 0, secondCovers: 0 };
  const [b, l] = [rowOf("b", locked), rowOf("l", locked)];
  return {
    found,
    covers,
    /** Locks the store that the booking leaves, as `slot.storeLocked` the other one. */
    storeLocked: lock({
      ...{ row: "o", table: o, merchantId: o.merchantId, strength: "key share" },
      is: sql`${o.id} = ${b.leftStore}`,
      asSeen: { leftMinutes: o.slotMinutes },
    }),
    locks: [
      slot.slotLocked(sl, "sl", {
        ...{ place: firstOf(b), onlyIf: b.firstRow },
        adds: { firstCovers: sl.covers },
      }),
      slot.slotLocked(second, "sl2", {
        ...{ place: secondOf(b), onlyIf: b.secondRow },
        adds: { secondCovers: second.covers },
      }),
    ],
    counting: slot.counting(ifLeft(l.leavesFirst, l.secondCovers, l.firstCovers), {
      place: { store: l.leftStore, date: l.leftDate, slot: l.leftSlot },
      seatsBack: l.seatsBack,
    }),
  };
}
