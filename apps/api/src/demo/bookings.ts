import {
  addBooking,
  addBookingByStaff,
  type Booking,
  type BookingDecision,
  cancelBooking,
  completeBooking,
  confirmBooking,
  markNoShow,
  type StaffBookingInput,
  seatBooking,
} from "@stampbook/core/bookings";
import type { CoreContext } from "@stampbook/core/context";
import { closingOf, datesUntil } from "./calendar.ts";
import { type PlannedBooking, plannedBookings } from "./planned-bookings.ts";
import { roleIn, type Shop } from "./shop.ts";
import { kemang, momentIn } from "./stores.ts";

const HOUR_MS = 3_600_000;

type Decide = (ctx: CoreContext, decision: BookingDecision) => Promise<Booking>;

/** Records the demo's bookings, day by day. */
export async function keepBookings(shop: Shop): Promise<void> {
  const planned = plannedBookings(shop.today);
  /** The bookings that were added, with their revisions. */
  const added = new Map<PlannedBooking, BookingDecision>();
  const decideAll = (chosen: readonly PlannedBooking[], moment: number, decide: Decide) =>
    Promise.all(
      chosen.map(async (booking) => {
        const seen = added.get(booking);
        const ctx = shop.at(roleIn(booking.wish.store), moment);
        if (seen) added.set(booking, await decide(ctx, seen));
      }),
    );

  /** Adds the bookings that are requested on a date, and answers them in the morning. */
  async function take(date: string) {
    const morning = momentIn(kemang, date, "09:20");
    if (morning > shop.now) return;
    const requested = planned.filter(({ requestedOn }) => requestedOn === date);
    for (const booking of requested) added.set(booking, await add(shop, booking, morning));
    const answered = requested.filter(({ user, status }) => user && status !== "Requested");
    await decideAll(answered, morning + HOUR_MS / 2, confirmBooking);
    const canceled = requested.filter(({ status }) => status === "Canceled");
    await decideAll(canceled, closingOf(date), cancelBooking);
  }

  /** Decides, after closing, on the bookings of a date whose time has passed. */
  async function close(date: string) {
    const passed = planned.filter(
      ({ wish, moment }) => wish.date === date && moment + HOUR_MS <= shop.now,
    );
    const completed = passed.filter(({ status }) => status === "Completed");
    const missed = passed.filter(({ status }) => status === "No-show");
    await decideAll(missed, closingOf(date), markNoShow);
    await decideAll(completed, closingOf(date), seatBooking);
    await decideAll(completed, closingOf(date), completeBooking);
  }

  for (const date of datesUntil(shop.today)) {
    await take(date);
    await close(date);
  }
  await seatWalkIn(shop);
}

async function add(
  shop: Shop,
  { user, name, wish }: PlannedBooking,
  moment: number,
): Promise<BookingDecision> {
  const ctx = shop.at(roleIn(wish.store), moment);
  if (user) return { id: (await addBooking(ctx, { ...wish, user })).id, revision: 1 };
  return byStaff(ctx, { ...wish, name, customerId: null });
}

/** Adds a booking as staff do. It is confirmed at once, which is its second revision. */
async function byStaff(ctx: CoreContext, input: StaffBookingInput): Promise<BookingDecision> {
  return { id: (await addBookingByStaff(ctx, input)).id, revision: 2 };
}

/** Seats a party that has come without a booking, if Kemang has been open for half an hour. */
async function seatWalkIn(shop: Shop): Promise<void> {
  const HALF_HOUR_MS = HOUR_MS / 2;
  const moment = Math.floor(shop.now / HALF_HOUR_MS) * HALF_HOUR_MS;
  const opens = momentIn(kemang, shop.today, kemang.opens);
  if (moment < opens || moment >= momentIn(kemang, shop.today, kemang.closes)) return;
  const time = new Date(moment + 7 * HOUR_MS).toISOString().slice(11, 16);
  const ctx = shop.at("cashier", moment);
  const booking = await byStaff(ctx, {
    store: kemang.id,
    date: shop.today,
    time,
    phone: "0812 34567890",
    numberOfPeople: 3,
    name: "Keluarga Siregar",
    customerId: null,
    notes: "Walk-in, table 6",
  });
  await seatBooking(ctx, booking);
}
