import { firstRefusal, type Refusal } from "../failures.ts";
import type { Verdict } from "../redemptions/scene.rules.ts";
import { checkBookingInput } from "./booking-input.rules.ts";
import { checkOpeningHours } from "./opening-hours.rules.ts";
import type { BookingInput, OpeningHours } from "./types.ts";

/** A store at the moment of a call, with what it says of bookings. */
export type BookingStore = {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  /** The day there now, `YYYY-MM-DD`. */
  readonly today: string;
  /** The time of day there now, `HH:MM:SS`. */
  readonly time: string;
  /** Null: no limit. */
  readonly largestParty: number | null;
  /** Null: nothing is said of hours. */
  readonly openingHours: OpeningHours | null;
};

/** The refusal of a store that is nobody's. */
export const unknownStore: Refusal = {
  code: "invalid_store",
  message: "Store not found",
  rule: "store exists",
};

/**
 * Whether a store takes this booking: input first, then the store, then the order of the parameter
 * table. Source: decisions, section 6.
 */
export function judgeBooking(
  store: BookingStore | null,
  input: BookingInput,
): Verdict<BookingStore> {
  const wrong = checkBookingInput(input);
  if (wrong) return { refusal: wrong };
  if (!store) return { refusal: unknownStore };
  const refusal = firstRefusal(
    checkActive(store),
    checkNotPast(store, input),
    checkOpeningHours(store, input),
    checkParty(store, input.numberOfPeople),
  );
  return refusal ? { refusal } : { decided: store };
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

/** By the store's calendar and clock; the minute that runs is not past. */
function checkNotPast(store: BookingStore, { date, time }: BookingInput): Refusal | null {
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
