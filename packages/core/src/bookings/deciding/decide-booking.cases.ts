import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../foundation/writing/index.ts";
import { namedBy, type OpenHarness } from "../../testing/index.ts";
import { future, today } from "../../testing/operation/days.ts";
import { anonymized, sameKey } from "../../testing/operation/fact-cases.ts";
import { fillMembers, openOffice, recordedAs } from "../../testing/operation/members.ts";
import { type Many, type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { type DecisionCall, decisions } from "./decide-booking.ts";

type Call = DecisionCall & CallKey;

const wish = { claim: "guest@example.com", phone: "5551234", numberOfPeople: 4 } as const;
const plain = { revision: 1, handlesBookings: true, allowedStores: null, notify: true };

/**
 * A merchant with a store, whose bookings had the time 12:00 today. A call marks a no-show, and names a customer
 * too, so that it locks both rows.
 */
export async function openBookings(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const slots = { slotMinutes: 30, coversPerSlot: 1 };
  const { id: storeId } = await t.given.store(merchant, slots);
  const count = { merchantId: merchant.id, storeId, date: today, slot: "12:00", covers: 40 };
  await t.db.insert(schema.bookingSlots).values(count);
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const booking = await t.deps.ids.take(merchant.id, "bookings");
    const row = { merchantId: merchant.id, id: booking, storeId, date: today, time: "12:00" };
    await t.db.insert(schema.bookings).values({ ...row, ...wish, ...parts.booking });
    return {
      ...namedBy((await member(parts, twin)).email),
      ...{ ...plain, booking, toStatus: "No-show", action: "bookings.markNoShow" },
      ...(await recorded()),
      ...parts.call,
    };
  };
  return { merchant, call };
}

/** Makes 8,000 customers and 8,000 bookings, and calls that match some of them. */
async function manyBookings(t: OpenHarness): Promise<Many<Call>> {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant, { slotMinutes: 30 });
  const members = await fillMembers(t, merchant.id);
  const sql = await openFillClient(t.open.url);
  await sql`insert into bookings (merchant_id, id, store_id, claim, date, time, phone, number_of_people)
    select ${merchant.id}::bigint, n, ${store.id}::bigint, 'M' || n, '2026-01-10', '19:30', '5551234', 4
    from generate_series(1, 8000) n`;
  await sql`insert into booking_slots (merchant_id, store_id, date, slot, covers)
    select ${merchant.id}::bigint, ${store.id}::bigint, date '2026-01-10' + n, '19:30', 4
    from generate_series(1, 8000) n`;
  await sql.end();
  const calls = Array.from({ length: 64 }, (_, n) => ({
    ...namedBy(`${n + 1}@x.example`),
    ...{ ...plain, booking: n * 100 + 1, toStatus: null, action: "bookings.match" },
    ...recordedAs(n + 1, `k${n}`),
  }));
  return {
    merchantId: merchant.id,
    tables: [...members, "bookings", "booking_slots", "audit_entries"],
    changes: "bookings",
    small: ["merchants", "staff_users", "stores"],
    calls,
  };
}

let callers = 0;
const decided = "decided_by = 'staff:joko', decided_at = now()";

export const deciding = tested({
  operation: decisions,
  open: openBookings,
  cases: {
    callerHandlesBookings: { call: { handlesBookings: false } },
    bookingExists: { call: { booking: 999_999_999 } },
    storeIsCallers: { call: { allowedStores: [1] } },
    bookingIsAsSeen: { call: { revision: 2 } },
    statusMayFollow: { call: { toStatus: "Completed" } },
    noShowIsDue: { booking: { date: future }, call: { toStatus: "No-show" } },
    matchedCustomerExists: { call: { toStatus: null, email: "nobody@example.com" } },
  },
  onlyWords: ["bookingExists"],
  gone: anonymized,
  fine: [
    { call: namedBy(null) },
    { call: { toStatus: "Canceled" }, booking: { date: future } },
    { call: { toStatus: "Seated" }, booking: { status: "No-show" } },
    { call: { toStatus: null }, booking: { status: "Completed", date: future } },
  ],
  meanwhile: {
    bookingIsAsSeen: `revision = 2, ${decided}`,
    statusMayFollow: "status = 'Canceled'",
    noShowIsDue: `date = '${future}'`,
  },
  asSeen: { slotMinutes: "slot_minutes = 15" },
  shares: {
    // by another caller, because a call that its own caller has done is answered again
    bookingId: ({ booking }) => ({ booking, actor: `staff:${++callers}` }),
    ...sameKey,
  },
  many: manyBookings,
});
