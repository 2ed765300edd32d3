import { checkBudgets, type Spent } from "../../budgets/budget.rules.ts";
import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal, unknownCustomer } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { AddedBooking, BookingInput, BookingWish } from "../types.ts";
import { type BookingStore, checkBooking } from "./booking.rules.ts";
import { checkClaim, checkWish } from "./booking-input.rules.ts";

/** The data that the statement reads, for the rules of a new booking. `kept` is the key's stored outcome. */
export type BookingSeen = {
  readonly store: BookingStore | null;
  /**
   * The customer whom the caller's email or Member ID matches, or whom staff chose. Null if there is none.
   */
  readonly customer: { readonly id: number } | null;
  /**
   * The budgets of the phone number, the network and the store, in this order. A budget is null if nothing is
   * spent in its current period.
   */
  readonly periods: readonly (Spent | null)[];
  readonly kept: KeptOutcome | null;
};

/** The new booking, as stored under the call's idempotency key. */
export type BookingDone = { readonly frame: object; readonly changed: AddedBooking };

/**
 * Refuses a booking that the store does not accept. Then refuses a booking if one of its budgets is used up.
 */
export function refuseBooking(
  { store, periods }: BookingSeen,
  input: BookingInput,
): Refusal | null {
  return firstRefusal(checkClaim(input.user), checkBooking(store, input), checkBudgets(periods));
}

/** Maps the fields of a guest's booking to the fields of the staff's form. */
const fieldsOfStaff: Readonly<Record<string, string>> = {
  number_of_people: "numberOfPeople",
};

type StaffWish = BookingWish & { readonly customerId: number | null };

/** Refuses a store that is not the caller's, and invalid input. Called before the statement is sent. */
export function refuseStaffInput(caller: KnownCaller, wish: BookingWish): Refusal | null {
  if (!mayActIn(caller, wish.store)) return otherStore(caller, wish.store);
  return atFieldOfStaff(checkWish(wish));
}

/**
 * Refuses a staff booking that the store does not accept, and then an unknown customer. Checks no budgets.
 */
export function refuseStaffBooking(
  { store, customer }: BookingSeen,
  wish: StaffWish,
): Refusal | null {
  const isKnown = wish.customerId === null || customer !== null;
  return firstRefusal(
    atFieldOfStaff(checkBooking(store, wish)),
    isKnown ? null : { ...unknownCustomer, field: "customerId" },
  );
}

function atFieldOfStaff(refusal: Refusal | null): Refusal | null {
  const field = refusal?.field && fieldsOfStaff[refusal.field];
  return refusal && field ? { ...refusal, field } : refusal;
}
