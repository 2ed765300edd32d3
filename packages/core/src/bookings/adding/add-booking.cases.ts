import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import { type BudgetName, budgets } from "../../foundation/budgets/index.ts";
import type { CallKey } from "../../foundation/writing/index.ts";
import { namedBy, type OpenHarness } from "../../testing/index.ts";
import { past, today } from "../../testing/operation/days.ts";
import { anonymized } from "../../testing/operation/fact-cases.ts";
import { fillMembers, openOffice, recordedAs } from "../../testing/operation/members.ts";
import { type Many, type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { addings, type BookingCall } from "./add-booking.ts";

type Call = BookingCall & CallKey;

/** A party of four. It is before one o'clock in the zone of the test's stores. */
const wish = {
  ...{ date: today, time: "13:00", numberOfPeople: 4, notes: null, ignoreCapacity: false },
  ...{ claim: "guest@example.com", phone: "5551234", notify: true },
};
const byGuest = { ...namedBy("guest@example.com"), actor: null, auditId: null };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const unspent = { phoneSubject: null, networkSubject: null, storeSubject: null };

/**
 * A merchant with a store for each call. A call is by staff for a member, and spends budgets too, so that it
 * locks all rows. Its budgets have been spent from once.
 */
export async function openTables(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const { id: merchantId } = merchant;
  const spent = (budget: BudgetName, subject: string, row?: object) =>
    t.db.insert(schema.budgets).values({
      ...{ merchantId, budget, subject, most: budgets[budget].most, spent: 1 },
      ...{ startedAt: inMinutes(0), endsAt: inMinutes(59.5), ...row },
    });
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const booking = await t.deps.ids.take(merchantId, "bookings");
    const { id: store } = await t.given.store(merchant, parts.store);
    const { id: customer } = await member(parts, twin);
    await spent("bookingsOfPhone", `phone ${booking}`, parts.budget);
    await spent("bookingsOfNetwork", `network ${booking}`);
    await spent("bookingsOfStore", String(store));
    const slot = { merchantId, storeId: store, date: today, slot: "13:00", covers: 2 };
    if (parts.slot) await t.db.insert(schema.bookingSlots).values({ ...slot, ...parts.slot });
    return {
      ...{ ...namedBy(null), ...wish, booking, store, customer },
      ...{ phoneSubject: `phone ${booking}`, networkSubject: `network ${booking}` },
      storeSubject: String(store),
      ...(await recorded()),
      ...parts.call,
    };
  };
  return { merchant, call };
}

/**
 * Makes 8,000 customers, and 8,000 stores with their budgets, and calls for some of them. Staff make half of
 * these.
 */
async function manyStores(t: OpenHarness): Promise<Many<Call>> {
  const { id } = await t.given.merchant();
  const members = await fillMembers(t, id);
  const sql = await openFillClient(t.open.url);
  await sql`insert into stores (merchant_id, id, code, code_key, name, timezone, slot_minutes)
    select ${id}::bigint, n, 'T' || n, 'T' || n, 'T' || n, 'Asia/Jakarta', 30 from generate_series(1, 8000) n`;
  await sql`insert into booking_slots (merchant_id, store_id, date, slot, covers)
    select ${id}::bigint, n, '2099-11-25', '13:00', 2 from generate_series(1, 8000) n`;
  await sql`insert into budgets (merchant_id, budget, subject, started_at, ends_at, spent, most)
    select ${id}::bigint, budget, n::text, now(), now() + interval '1 hour', 1, most
    from generate_series(1, 8000) n, lateral (values ('bookingsOfPhone', 5), ('bookingsOfNetwork', 5),
      ('bookingsOfStore', 60)) as b (budget, most)`;
  await sql.end();
  const calls = Array.from({ length: 64 }, (_, n) => {
    const store = n * 100 + 1;
    const of = String(store);
    return {
      ...{ ...wish, ...recordedAs(n + 1, `k${n}`), date: "2099-11-25", booking: n + 1, store },
      ...(n % 2
        ? { ...namedBy(null), ...unspent, customer: store }
        : {
            ...{ ...namedBy(`${store}@x.example`), actor: null, auditId: null },
            ...{ phoneSubject: of, networkSubject: of, storeSubject: of },
          }),
    };
  });
  return {
    merchantId: id,
    tables: [...members, "stores", "budgets", "bookings", "booking_slots"],
    changes: "bookings",
    rows: 3,
    calls,
  };
}

/** A Sunday on which the clock of New York skips the hour from 02:00. */
const march = { date: "2099-03-08", time: "02:30" };
const newYork = "America/New_York";
const slots = (coversPerSlot: number | null) => ({ slotMinutes: 30, coversPerSlot });
/** A Wednesday. */
const wednesday = { call: { date: "2099-11-25", time: "19:30" } };
const open = (openingHours: object) => ({ ...wednesday, store: { openingHours } });
const special = (hours: object[], openingHours: object | null = null) => {
  const specialDays = [{ date: wednesday.call.date, hours, name: "" }];
  return { ...wednesday, store: { openingHours, specialDays } };
};

export const adding = tested({
  operation: addings,
  open: openTables,
  cases: {
    storeExists: { call: { store: 999_999_999 } },
    storeIsActive: { store: { isActive: false } },
    timeHasNotPassed: { call: { date: past } },
    clockShowsTime: { store: { timezone: newYork }, call: march },
    storeIsOpen: open({}),
    partyFits: { store: { largestParty: 3 } },
    slotHasRoom: { store: slots(5), slot: { covers: 2 } },
    pickedCustomerExists: { call: { customer: 999_999_999 } },
    budgetsAreLeft: { budget: { spent: 5 } },
  },
  // a customer who is not found cannot be locked, and what is used up is allotted to no call
  onlyWords: ["storeExists", "slotHasRoom", "pickedCustomerExists", "budgetsAreLeft"],
  gone: anonymized,
  fine: [
    { call: { ...byGuest, customer: null } },
    { call: unspent },
    { store: { largestParty: 4 } },
    { store: { timezone: newYork }, call: { ...march, time: "03:00" } },
    open({ "3": [{ from: "19:30", to: "19:31" }] }),
    open({ "3": [{ from: "00:00", to: "00:00" }] }),
    open({ "2": [{ from: "20:00", to: "19:31" }] }),
    special([{ from: "19:30", to: "19:31" }], {}),
    { store: slots(6), slot: { covers: 2 } },
    { store: slots(4) },
    { store: slots(null), slot: { covers: 99 } },
    { store: slots(1), call: { ignoreCapacity: true } },
    { budget: { spent: 4 } },
    { budget: { spent: 5, startedAt: past, endsAt: past } },
  ],
  meanwhile: {
    storeIsActive: "is_active = false",
    timeHasNotPassed: "timezone = 'Pacific/Kiritimati'",
    clockShowsTime: { of: { call: march }, change: `timezone = '${newYork}'` },
    storeIsOpen: "opening_hours = '{}'",
    partyFits: "largest_party = 3",
  },
  asSeen: { slotMinutes: "slot_minutes = 15" },
  needs: { booking_slots: { store: slots(9), slot: { covers: 2 } } },
  shares: { key: ({ key, fingerprint }) => ({ key, fingerprint }) },
  many: manyStores,
});
