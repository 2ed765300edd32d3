import { type SQL, sql } from "drizzle-orm";
import {
  check,
  fact,
  lock,
  merchantId,
  rowOf,
  unless,
  updateFrom,
} from "../../machinery/kernel/index.ts";
import { changeRecorded, isUndoable, nextRevision } from "../booking.sql.ts";
import { nothingToUndo } from "../deciding/booking-status.rules.ts";
import * as deciding from "../deciding/decision.sql.ts";
import * as slot from "../slots/slot.sql.ts";
import type { Booking } from "../types.ts";

const { bk } = deciding;
const { booking, revision, handlesBookings, allowedStores } = deciding.found.call;
const call = {
  ...{ booking, revision, handlesBookings, allowedStores },
  ignoreCapacity: "boolean",
} as const;
const c = rowOf("c", call);

const keeps = { bookingId: bk.id, revision: c.revision, statusBefore: sql`h.status_before` };
const b = rowOf("b", keeps);
const l = rowOf("l", { ...keeps, now: 0 });

const { booking: bookingShown, store } = deciding.found.shows;
const minutes = sql<number>`m.booking_undo_minutes`;

/** The call's booking with its store, its last change `h`, and how long it can be undone. */
export const found = fact({
  call,
  joins: (form) => {
    const one = sql.raw(form.limit);
    return sql`${deciding.found.joins(form)}
  left join lateral (select h.* from booking_changes h where h.merchant_id = ${merchantId}
    and h.booking_id = ${bk.id} and h.revision = ${bk.revision}${one}) h on true
  left join lateral (select m.booking_undo_minutes from merchants m where m.id = ${merchantId}${one}) m on true`;
  },
  keeps,
  shows: { booking: bookingShown, store, minutes },
});

/** The booking's slot, in which an undo can need seats again. */
export const slotUsed = slot.usedBy({
  ...{ date: bk.date, time: bk.time, ignoresCapacity: sql`${c.ignoreCapacity}` },
  seats: deciding.seatsOf(sql`h.status_before`),
});
const counting = slot.counting();

/** A call that its caller has just done. It is answered with the booking. */
export const repeats = {
  is: sql`(${deciding.isCallersChange} and h.is_undo)`,
  outcome: deciding.repeats.outcome,
};

/** Judged once: the change of a revision stays as it is, and the lock finds the revision that was seen. */
const decisionCanBeUndone = check({
  code: "nothing_to_undo",
  holds: () => sql`${sql.raw(isUndoable)}
        and c.now < h.created_at + ${minutes} * interval '1 minute'`,
  words: ({ minutes }: { readonly minutes: number }) => nothingToUndo(minutes),
});

/** Whether the caller may see the booking, and its last decision can be undone. */
export const checks = {
  ...deciding.accessChecks,
  ...unless(repeats.is, {
    bookingIsAsSeen: deciding.bookingIsAsSeen,
    decisionCanBeUndone,
    slotHasRoom: slot.hasRoom(({ booking }: { readonly booking: Booking }, _call: unknown) => ({
      ...booking,
      time: booking.time.slice(0, 5),
    })),
  }),
};

export const locks = [
  slot.storeLocked,
  lock({ ...deciding.locked, is: sql`${bk.id} = ${b.bookingId}` }),
  slot.locked,
];
export const { allots, takes, areCounted } = counting;

/** Sets the status that the booking had. Returns the row, with the status that it loses. */
export const undo = (isOwned: SQL) =>
  updateFrom(
    bk,
    { status: l.statusBefore, ...nextRevision(bk), decidedAt: l.now, decidedBy: sql`c.actor` },
    {
      from: sql`locked l join calls c on c.n = l.n`,
      where: sql`${bk.id} = ${l.bookingId} and ${isOwned}`,
      returning: sql`l.n, l.key, l.now, l.from_status, ${counting.isOverCapacity} as is_over_capacity, bk.*`,
    },
  );

export const recorded = changeRecorded({
  isUndo: sql`true`,
  isOverCapacity: sql`d.is_over_capacity`,
});
