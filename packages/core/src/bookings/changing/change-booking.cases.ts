import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../foundation/writing/index.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { past, today } from "../../testing/operation/days.ts";
import { sameKey } from "../../testing/operation/fact-cases.ts";
import { openOffice, recordedAs } from "../../testing/operation/members.ts";
import { type Many, type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { type ChangeCall, changes } from "./change-booking.ts";

type Call = ChangeCall & CallKey;

const wish = { claim: "guest@example.com", phone: "5551234", numberOfPeople: 4 } as const;
const access = { revision: 1, handlesBookings: true, allowedStores: null };
const sameStore = { toStoreId: null, toStoreCode: null };
/** A call that moves its booking by half an hour. In the zone of the stores it is before one o'clock. */
const plain = {
  ...{ ...access, ...sameStore, date: today, time: "13:30" },
  ...{ numberOfPeople: 5, phone: "5554321", notes: "", ignoreCapacity: false },
};
/** The fields of a call that does not move its booking. */
const stays = { date: null, time: null };

/**
 * A merchant with a store and a booking for each call, a request for four people today at 13:00. With `target` the
 * booking moves to a second store, and with `slot` both slots have counts.
 */
export async function openChanges(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, recorded } = await openOffice(t);
  const call = async (parts: Parts = {}): Promise<Call> => {
    const booking = await t.deps.ids.take(merchant.id, "bookings");
    const { id: storeId } = await t.given.store(merchant, parts.store);
    const row = { merchantId: merchant.id, id: booking, storeId, date: today, time: "13:00" };
    await t.db.insert(schema.bookings).values({ ...row, ...wish, ...parts.booking });
    const count = { merchantId: merchant.id, storeId, date: today, covers: 4 };
    if (parts.slot)
      for (const slot of ["13:00", "13:30"])
        await t.db.insert(schema.bookingSlots).values({ ...count, slot, ...parts.slot });
    const target =
      parts.target && (await t.given.store(merchant, { name: "Target", ...parts.target }));
    const moved = target ? { toStoreId: target.id, toStoreCode: String(target.id) } : {};
    return { ...plain, booking, ...(await recorded()), ...moved, ...parts.call };
  };
  return { merchant, call };
}

/** Makes 8,000 stores with a booking in each, and calls that move some of them to the next store. */
async function manyBookings(t: OpenHarness): Promise<Many<Call>> {
  const { id } = await t.given.merchant();
  const sql = await openFillClient(t.open.url);
  await sql`insert into stores (merchant_id, id, code, code_key, name, timezone, slot_minutes)
    select ${id}::bigint, n, 'T' || n, 'T' || n, 'T' || n, 'Asia/Jakarta', 30 from generate_series(1, 8000) n`;
  await sql`insert into booking_slots (merchant_id, store_id, date, slot, covers)
    select ${id}::bigint, n, date '2026-01-10', time '19:30', 4 from generate_series(1, 8000) n`;
  await sql`insert into bookings (merchant_id, id, store_id, claim, date, time, phone, number_of_people)
    select ${id}::bigint, n, n, 'M' || n, '2026-01-10', '19:30', '5551234', 4
    from generate_series(1, 8000) n`;
  await sql.end();
  const calls = Array.from({ length: 64 }, (_, n) => ({
    ...{ ...plain, date: "2099-11-25", booking: n * 100 + 1 },
    ...{ toStoreId: null, toStoreCode: `T${n * 100 + 2}` },
    ...recordedAs(n + 1, `k${n}`),
  }));
  return {
    merchantId: id,
    tables: ["stores", "bookings", "booking_changes", "booking_slots", "audit_entries"],
    changes: "bookings",
    small: ["merchants", "staff_users"],
    calls,
  };
}

let callers = 0;
/** A Sunday on which the clock of New York skips the hour from 02:00. */
const march = { date: "2099-03-08", time: "02:30" };
const newYork = "America/New_York";
const slots = (coversPerSlot: number) => ({ slotMinutes: 30, coversPerSlot });
/** A Wednesday. */
const wednesday = { call: { date: "2099-11-25", time: "19:30" } };

export const changing = tested({
  operation: changes,
  open: openChanges,
  cases: {
    callerHandlesBookings: { call: { handlesBookings: false } },
    bookingExists: { call: { booking: 999_999_999 } },
    storesAreCallers: { call: { allowedStores: [1] } },
    bookingIsAsSeen: { call: { revision: 2 } },
    statusAllowsChange: { booking: { status: "Seated" } },
    storeExists: { call: { toStoreCode: "NOBODYS" } },
    storeIsActive: { store: { isActive: false } },
    timeHasNotPassed: { call: { date: past } },
    clockShowsTime: { store: { timezone: newYork }, call: march },
    storeIsOpen: { ...wednesday, store: { openingHours: {} } },
    partyFits: { store: { largestParty: 4 } },
    slotHasRoom: { store: slots(4) },
  },
  // neither a booking nor a store that is not there can be locked, and seats that are taken are not allotted
  onlyWords: ["bookingExists", "storeExists", "slotHasRoom"],
  fine: [
    { call: { ...stays, numberOfPeople: 4 }, store: { isActive: false, largestParty: 3 } },
    { call: { ...stays, numberOfPeople: 2 }, store: { largestParty: 3 }, booking: { date: past } },
    { call: stays, booking: { date: past, status: "Seated" }, store: { openingHours: {} } },
    { store: slots(5) },
    { store: slots(9), slot: { covers: 4 } },
    { store: slots(1), call: { ignoreCapacity: true } },
    { store: { slotMinutes: 60, coversPerSlot: 1 } },
    { store: slots(1), call: { ...stays, numberOfPeople: 4 } },
    { store: slots(1), target: {} },
    { store: { largestParty: 5 }, booking: { status: "Confirmed" } },
  ],
  meanwhile: {
    bookingIsAsSeen: "revision = 2, decided_by = 'staff:joko', decided_at = now()",
    statusAllowsChange: "status = 'Canceled'",
    storeIsActive: "is_active = false",
    timeHasNotPassed: "timezone = 'Pacific/Kiritimati'",
    clockShowsTime: { of: { call: march }, change: `timezone = '${newYork}'` },
    storeIsOpen: "opening_hours = '{}'",
    partyFits: "largest_party = 3",
  },
  asSeen: {
    slotMinutes: {
      of: { target: {} },
      change: "slot_minutes = case when name = 'Target' then 15 end",
    },
    leftMinutes: {
      of: { target: {} },
      change: "slot_minutes = case when name <> 'Target' then 15 end",
    },
  },
  needs: { booking_slots: { store: slots(20), slot: { covers: 4 } } },
  shares: {
    // by another caller, because a call that its own caller has done is answered again
    bookingId: ({ booking }) => ({ booking, actor: `staff:${++callers}` }),
    ...sameKey,
  },
  many: manyBookings,
});
