import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../foundation/writing/index.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { future, past } from "../../testing/operation/days.ts";
import { sameKey } from "../../testing/operation/fact-cases.ts";
import { type Many, type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { type CancelCall, cancels } from "./cancel-by-link.ts";

type Call = CancelCall & CallKey;

const wish = { claim: "guest@example.com", phone: "5551234", numberOfPeople: 4 } as const;
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const linkEnds = secondsFromNow(3_600);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** A merchant with a booking for each call, which its guest may still cancel. */
export async function openBooked(t: OpenHarness): Promise<Shop<Call>> {
  const merchant = await t.given.merchant();
  const { id: storeId } = await t.given.store(merchant, {
    ...{ slotMinutes: 30, coversPerSlot: 1, timezone: "UTC" },
  });
  const count = { merchantId: merchant.id, storeId, date: future, slot: "19:30", covers: 400 };
  await t.db.insert(schema.bookingSlots).values(count);
  let keys = 0;
  const call = async (parts: Parts = {}): Promise<Call> => {
    const booking = await t.deps.ids.take(merchant.id, "bookings");
    const row = { merchantId: merchant.id, id: booking, storeId, date: future, time: "19:30" };
    await t.db.insert(schema.bookings).values({ ...row, ...wish, ...parts.booking });
    return { booking, linkEnds, key: `k${++keys}`, fingerprint: "f", ...parts.call };
  };
  return { merchant, call };
}

/** Makes 8,000 bookings, and calls that cancel some of them. */
async function manyBooked(t: OpenHarness): Promise<Many<Call>> {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant, { slotMinutes: 30 });
  const sql = await openFillClient(t.open.url);
  await sql`insert into bookings (merchant_id, id, store_id, claim, date, time, phone, number_of_people)
    select ${merchant.id}::bigint, n, ${store.id}::bigint, 'M' || n, ${future}::date, '19:30', '5551234', 4
    from generate_series(1, 8000) n`;
  await sql`insert into booking_slots (merchant_id, store_id, date, slot, covers)
    select ${merchant.id}::bigint, ${store.id}::bigint, ${future}::date + n, '19:30', 40000
    from generate_series(0, 7999) n`;
  await sql.end();
  const calls = Array.from({ length: 64 }, (_, n) => ({
    ...{ booking: n * 100 + 1, linkEnds, key: `k${n}`, fingerprint: "f" },
  }));
  return {
    merchantId: merchant.id,
    tables: ["bookings", "booking_changes", "booking_slots"],
    changes: "bookings",
    scans: 5,
    small: ["merchants", "stores"],
    calls,
  };
}

export const canceling = tested({
  operation: cancels,
  open: openBooked,
  cases: {
    linkOpensBooking: { call: { linkEnds: secondsFromNow(-60) } },
    isInTime: { booking: { date: past } },
  },
  onlyWords: ["linkOpensBooking"],
  fine: [
    { booking: { status: "Confirmed", revision: 2, decidedBy: "token:1", decidedAt: past } },
    {
      // read when the booking is made: this file may have been loaded long before
      get booking() {
        return { date: inAnHour().slice(0, 10), time: inAnHour().slice(11, 16) };
      },
    },
  ],
  meanwhile: {},
  asSeen: {
    revision: "revision = 2, decided_by = 'staff:joko', decided_at = now()",
    slotMinutes: "slot_minutes = 15",
  },
  shares: {
    bookingId: ({ booking }) => ({ booking }),
    ...sameKey,
  },
  // a call for a canceled booking is answered with it
  queued: ["bookingId"],
  many: manyBooked,
});
