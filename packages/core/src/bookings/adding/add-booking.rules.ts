import { checkBudgets, type Spent } from "../../budgets/budget.rules.ts";
import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal, unknownCustomer } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { AddedBooking, BookingInput } from "../types.ts";
import { type BookingStore, checkBooking } from "./booking.rules.ts";
import { checkBookingInput } from "./booking-input.rules.ts";

/** What the rules of a new booking look at, and what is kept under the call's key. */
export type BookingSeen = {
  readonly store: BookingStore | null;
  /** Whom the claim matches, or whom staff picked. */
  readonly customer: { readonly id: number } | null;
  /** What has been spent from the budgets of the phone number and of the store. */
  readonly periods: readonly (Spent | null)[];
  readonly kept: KeptOutcome | null;
};

/** What a booking wrote, as stored under its key. */
export type BookingDone = { readonly frame: object; readonly changed: AddedBooking };

/** Why the booking is not accepted: what the store accepts, then the budgets. Null if it is. */
export function refuseBooking(
  { store, periods }: BookingSeen,
  input: BookingInput,
): Refusal | null {
  return firstRefusal(checkBooking(store, input), checkBudgets(periods));
}

/** How the fields of a guest's booking are called on the form of staff. */
const fieldsOfStaff: Readonly<Record<string, string>> = {
  user: "name",
  number_of_people: "numberOfPeople",
};

type StaffWish = BookingInput & { readonly customerId: number | null };

/** Why the statement is not asked for a booking by staff: another store than theirs, or invalid input. */
export function refuseStaffInput(caller: KnownCaller, input: BookingInput): Refusal | null {
  if (!mayActIn(caller, input.store)) return otherStore;
  return atFieldOfStaff(checkBookingInput(input));
}

/** Why a booking by staff is not accepted: what the store accepts, then the customer. No budgets. */
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
