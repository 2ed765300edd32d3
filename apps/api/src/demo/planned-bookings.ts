import type { BookingInput, BookingStatus } from "@stampbook/core/bookings";
import { addDays, daysBetween, weekdayOf } from "./calendar.ts";
import { draw, pick } from "./draw.ts";
import { regulars } from "./members.ts";
import { type DemoStore, demoStores, momentIn } from "./stores.ts";

/** A booking of the demo, with what becomes of it. */
export type PlannedBooking = {
  readonly wish: Omit<BookingInput, "user">;
  /** The Member ID or email that the guest gives. Null if the guest phones, and staff write the name. */
  readonly user: string | null;
  readonly name: string;
  readonly requestedOn: string;
  /** The booking's time, in ms. */
  readonly moment: number;
  /** The status that it has once its time has passed, or now if its time is to come. */
  readonly status: BookingStatus;
};

/** The first and the last day with bookings, counted from today. */
const [DAYS_BEFORE, DAYS_AHEAD] = [10, 9];
/** The part of the tables that is booked. */
const BOOKED = 0.85;

const times = {
  week: ["12:00", "12:30", "13:00", "15:30", "18:30", "19:00"],
  weekend: ["09:30", "10:00", "10:30", "11:30", "15:30", "18:30", "19:00"],
};
const parties = [2, 2, 2, 3, 4, 4, 5, 6];
const notes = [
  "By the window",
  "A high chair, please",
  "Birthday, we bring a cake",
  "Near a socket",
];
const guests = [
  "sinta.maharani@example.com",
  "hendro.w@example.com",
  "grace.tan@example.com",
  "fikri.alamsyah@example.com",
  "ratih.pramesti@example.com",
  "kevin.sanjaya@example.com",
];
const callers = ["Ibu Ratna", "Pak Hendro", "Keluarga Tanuwijaya", "Bu Sofia", "Pak Yusran"];

/** Returns the bookings from some days before today to some days after it. */
export function plannedBookings(today: string): readonly PlannedBooking[] {
  const dates = Array.from({ length: DAYS_BEFORE + DAYS_AHEAD + 1 }, (_, day) =>
    addDays(today, day - DAYS_BEFORE),
  );
  const slots = dates.flatMap((date) =>
    demoStores.flatMap((store) =>
      Array.from({ length: store.tables[weekdayOf(date)] ?? 0 }, (_, table) => ({
        store,
        date,
        seed: `${date} ${store.id} ${table}`,
      })),
    ),
  );
  return slots
    .filter(({ seed }) => draw(`table ${seed}`) < BOOKED)
    .map((slot, index) => planned(slot, today, index));
}

type Slot = { readonly store: DemoStore; readonly date: string; readonly seed: string };

function planned({ store, date, seed }: Slot, today: string, index: number): PlannedBooking {
  const time = pick(weekdayOf(date) > 4 ? times.weekend : times.week, `time ${seed}`);
  const isCall = draw(`calls ${seed}`) < 0.25;
  const requestedOn = addDays(date, -1 - Math.floor(draw(`lead ${seed}`) * 10));
  const phone = `0812 ${String(Math.floor(draw(`phone ${seed}`) * 1e8)).padStart(8, "0")}`;
  const members = regulars.filter((each) => each.store === store.id).map(({ user }) => user);
  const isMember = draw(`member ${seed}`) < 0.6;
  const isOpen = !isCall && date > today && daysBetween(requestedOn, today) <= 3;
  return {
    wish: {
      store: store.id,
      date,
      time,
      phone,
      numberOfPeople: pick(parties, `party ${seed}`),
      notes: draw(`note ${seed}`) < 0.3 ? pick(notes, `noted ${seed}`) : null,
    },
    user: isCall ? null : pick(isMember ? members : guests, `guest ${seed}`),
    name: pick(callers, `caller ${seed}`),
    requestedOn,
    moment: momentIn(store, date, time),
    status: statusOf(index, { isPast: date <= today, isOpen }),
  };
}

/** Spreads the statuses evenly, so that each demo has bookings in all of them. */
function statusOf(
  index: number,
  { isPast, isOpen }: { readonly isPast: boolean; readonly isOpen: boolean },
): BookingStatus {
  if (index % 10 === 8) return "Canceled";
  if (isPast) return index % 10 === 4 ? "No-show" : "Completed";
  // some of the last requests wait for an answer
  return isOpen && index % 4 !== 0 ? "Requested" : "Confirmed";
}
