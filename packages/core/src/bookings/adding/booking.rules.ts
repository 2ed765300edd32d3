import { firstRefusal, type Refusal } from "../../failures.ts";
import type { BookingWish, OpeningHours } from "../types.ts";
import { checkWish } from "./booking-input.rules.ts";
import { checkOpeningHours } from "./opening-hours.rules.ts";

/** A store at the moment of a call, with its settings for bookings. */
export type BookingStore = {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  /** The current day in the store's zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** The current time in the store's zone, `HH:MM:SS`. */
  readonly time: string;
  /** Whether daylight saving skips the wished time: the store's clock never shows it on that day. */
  readonly skipsTime: boolean;
  /** Null if there is no limit. */
  readonly largestParty: number | null;
  /** Null if no hours are set. The store then accepts every time. */
  readonly openingHours: OpeningHours | null;
};

/** The refusal if no merchant has this store. */
export const unknownStore: Refusal = {
  code: "invalid_store",
  message: "Store not found",
  rule: "store exists",
};

/** Checks the wish, then that the store exists and is active, then that the store accepts the booking. */
export function checkBooking(store: BookingStore | null, wish: BookingWish): Refusal | null {
  const wrong = checkWish(wish);
  if (wrong) return wrong;
  if (!store) return unknownStore;
  return firstRefusal(
    checkActive(store),
    checkNotPast(store, wish),
    checkShown(store, wish),
    checkOpeningHours(store, wish),
    checkParty(store, wish.numberOfPeople),
  );
}

function checkActive({ name, isActive }: BookingStore): Refusal | null {
  if (isActive) return null;
  return {
    code: "invalid_store",
    message: `Store ${name} is not active`,
    rule: "store is active",
    expected: "active",
    found: "not active",
  };
}

/** Refuses a time before the current minute of the store's clock. */
function checkNotPast(store: BookingStore, { date, time }: BookingWish): Refusal | null {
  const { name, today } = store;
  const now = `${today} ${store.time.slice(0, 5)}`;
  if (`${date} ${time}` >= now) return null;
  return {
    code: "invalid",
    field: date < today ? "date" : "time",
    message: `This is in the past: at ${name} it is ${now}`,
    rule: "time has not passed in the store's calendar",
    expected: `from ${now}`,
    found: `${date} ${time}`,
  };
}

function checkShown({ skipsTime }: BookingStore, { date, time }: BookingWish): Refusal | null {
  if (!skipsTime) return null;
  return {
    code: "invalid",
    field: "time",
    message: `${time} does not exist on ${date}: the clocks go forward.`,
    rule: "the store's clock shows the time",
    found: `${date} ${time}`,
  };
}

function checkParty({ name, largestParty }: BookingStore, people: number): Refusal | null {
  if (largestParty === null || people <= largestParty) return null;
  return {
    code: "invalid",
    field: "number_of_people",
    message: `${name} seats at most ${largestParty} people together`,
    rule: "party is not larger than the store's largest",
    expected: `at most ${largestParty}`,
    found: String(people),
  };
}
