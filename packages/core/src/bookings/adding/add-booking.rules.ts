import { checkBudgets, type Spent } from "../../budgets/budget.rules.ts";
import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal, unknownCustomer } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { AddedBooking, BookingInput } from "../types.ts";
import { type BookingStore, checkBooking } from "./booking.rules.ts";
import { checkBookingInput } from "./booking-input.rules.ts";

/** The data that the rules of a new booking check, and the stored outcome of the call's idempotency key. */
export type BookingSeen = {
  readonly store: BookingStore | null;
  /**
   * The customer whom the caller's email or Member ID matches, or whom staff chose. Null if there is none.
   */
  readonly customer: { readonly id: number } | null;
  /** What has been spent from the budgets of the phone number and of the store. */
  readonly periods: readonly (Spent | null)[];
  readonly kept: KeptOutcome | null;
};

/** The new booking, as stored under the call's idempotency key. */
export type BookingDone = { readonly frame: object; readonly changed: AddedBooking };

/** Refuses a booking that the store does not accept, then one above the budgets. */
export function refuseBooking(
  { store, periods }: BookingSeen,
  input: BookingInput,
): Refusal | null {
  return firstRefusal(checkBooking(store, input), checkBudgets(periods));
}

/** The names of fields on the form of staff, by their names in a guest's booking. */
const fieldsOfStaff: Readonly<Record<string, string>> = {
  user: "name",
  number_of_people: "numberOfPeople",
};

type StaffWish = BookingInput & { readonly customerId: number | null };

/** Refuses a booking by staff before the statement is sent: a store that is not theirs, or invalid input. */
export function refuseStaffInput(caller: KnownCaller, input: BookingInput): Refusal | null {
  if (!mayActIn(caller, input.store)) return otherStore;
  return atFieldOfStaff(checkBookingInput(input));
}

/** Refuses a booking by staff that the store does not accept, then an unknown customer. Uses no budgets. */
export function refuseStaffBooking(
  { store, customer }: BookingSeen,
  input: StaffWish,
): Refusal | null {
  const isKnown = input.customerId === null || customer !== null;
  return firstRefusal(
    atFieldOfStaff(checkBooking(store, input)),
    isKnown ? null : { ...unknownCustomer, field: "customerId" },
  );
}

function atFieldOfStaff(refusal: Refusal | null): Refusal | null {
  const field = refusal?.field && fieldsOfStaff[refusal.field];
  return refusal && field ? { ...refusal, field } : refusal;
}
