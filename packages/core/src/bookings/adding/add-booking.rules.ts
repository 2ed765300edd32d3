import { checkBudgets, type Spent } from "../../budgets/budget.rules.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { AddedBooking, BookingInput } from "../types.ts";
import { type BookingStore, checkBooking } from "./booking.rules.ts";

/** What the rules of a new booking look at, and what is kept under the call's key. */
export type BookingSeen = {
  readonly store: BookingStore | null;
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
