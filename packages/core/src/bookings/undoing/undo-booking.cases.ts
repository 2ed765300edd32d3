import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../foundation/writing/index.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { sameKey } from "../../testing/operation/fact-cases.ts";
import { openOffice, recordedAs } from "../../testing/operation/members.ts";
import { type Many, type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { type UndoCall, undos } from "./undo-booking.ts";

type Call = UndoCall & CallKey;

const wish = { claim: "guest@example.com", phone: "5551234", numberOfPeople: 4 } as const;
const plain = { revision: 2, handlesBookings: true, allowedStores: null, ignoreCapacity: false };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** A merchant with a booking for each call, which somebody seated a minute ago. */
export async function openSeated(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, recorded } = await openOffice(t);
  const call = async (parts: Parts = {}): Promise<Call> => {
    const { id: storeId } = await t.given.store(merchant, parts.store);
    const bookingId = await t.deps.ids.take(merchant.id, "bookings");
    const made = { date: "2026-01-10", time: "19:30", status: "Seated", revision: 2 };
    const decided = { decidedBy: "staff:joko", decidedAt: minutesAgo(1) };
    const row = { merchantId: merchant.id, id: bookingId, storeId, ...wish, ...made, ...decided };
    await t.db.insert(schema.bookings).values({ ...row, ...parts.booking });
    const count = { merchantId: merchant.id, storeId, date: made.date, slot: made.time, covers: 4 };
    if (parts.slot) await t.db.insert(schema.bookingSlots).values({ ...count, ...parts.slot });
    await t.db.insert(schema.bookingChanges).values({
      ...{ merchantId: merchant.id, bookingId, revision: 2, statusBefore: "Confirmed" },
      ...{ status: "Seated", changedBy: "staff:joko", createdAt: minutesAgo(1) },
      ...parts.change,
    });
    return { ...plain, booking: bookingId, ...(await recorded()), ...parts.call };
  };
  return { merchant, call };
}

/** Makes 8,000 bookings that were just seated, and calls that undo some of them. */
async function manySeated(t: OpenHarness): Promise<Many<Call>> {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant, { slotMinutes: 30 });
  const sql = await openFillClient(t.open.url);
  const numbers = sql`from generate_series(1, 8000) n`;
  await sql`insert into bookings (merchant_id, id, store_id, claim, date, time, phone, number_of_people,
      status, revision, decided_by, decided_at)
    select ${merchant.id}::bigint, n, ${store.id}::bigint, 'M' || n, '2026-01-10', '19:30', '5551234', 4,
      'Seated', 2, 'staff:joko', now() ${numbers}`;
  await sql`insert into booking_changes (merchant_id, booking_id, revision, status_before, status, changed_by)
    select ${merchant.id}::bigint, n, 2, 'Confirmed', 'Seated', 'staff:joko' ${numbers}`;
  await sql`insert into booking_slots (merchant_id, store_id, date, slot, covers)
    select ${merchant.id}::bigint, ${store.id}::bigint, date '2026-01-10' + n, '19:30', 4 ${numbers}`;
  await sql.end();
  const calls = Array.from({ length: 64 }, (_, n) => ({
    ...{ ...plain, booking: n * 100 + 1 },
    ...recordedAs(n + 1, `k${n}`),
  }));
  return {
    merchantId: merchant.id,
    tables: ["bookings", "booking_changes", "booking_slots", "audit_entries"],
    changes: "bookings",
    small: ["merchants", "staff_users", "stores"],
    calls,
  };
}

let callers = 0;
const slots = (coversPerSlot: number) => ({ slotMinutes: 30, coversPerSlot });
const canceled = {
  booking: { status: "Canceled" },
  change: { statusBefore: "Confirmed", status: "Canceled" },
};

export const undoing = tested({
  operation: undos,
  open: openSeated,
  cases: {
    callerHandlesBookings: { call: { handlesBookings: false } },
    bookingExists: { call: { booking: 999_999_999 } },
    storeIsCallers: { call: { allowedStores: [1] } },
    bookingIsAsSeen: { call: { revision: 1 } },
    decisionCanBeUndone: { change: { isUndo: true } },
    slotHasRoom: { ...canceled, store: slots(7), slot: { covers: 4 } },
  },
  // a booking that is not there cannot be locked, and seats that are taken are allotted to no call
  onlyWords: ["bookingExists", "slotHasRoom"],
  fine: [
    {
      // read when the booking is made: this file may have been loaded minutes before
      get change() {
        return { createdAt: minutesAgo(14) };
      },
    },
    { change: { statusBefore: "Requested", status: "Canceled" }, booking: { status: "Canceled" } },
    { change: { statusBefore: "Seated", status: "Completed" }, booking: { status: "Completed" } },
    { change: { statusBefore: "No-show" } },
    { ...canceled, store: slots(8), slot: { covers: 4 } },
    { ...canceled, store: slots(3), call: { ignoreCapacity: true } },
    { store: slots(3), slot: { covers: 4 } },
  ],
  meanwhile: {
    bookingIsAsSeen: "revision = 3",
  },
  asSeen: { slotMinutes: "slot_minutes = 15" },
  needs: { booking_slots: { ...canceled, store: slots(9), slot: { covers: 4 } } },
  shares: {
    // by another caller, because a call that its own caller has done is answered again
    bookingId: ({ booking }) => ({ booking, actor: `staff:${++callers}` }),
    ...sameKey,
  },
  many: manySeated,
});
