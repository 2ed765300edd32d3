import type { KnownCaller } from "../../foundation/context.ts";
import { firstRefusal, type Refusal } from "../../foundation/failures.ts";
import { forms, isDay, mostOf } from "../../foundation/limits.rules.ts";
import { isMemberId } from "../../people/customers/identifiers/member-id.rules.ts";
import type { Identifier } from "../../people/customers/types.ts";
import { mayActIn, otherStore } from "../../running/merchants/store.rules.ts";
import type { BookingInput, BookingWish } from "../types.ts";

/** The largest party of a booking. No store has room for more. */
export const MOST_PEOPLE = 10_000;

/** Checks that the text is an email address or a possible Member ID, of at most `mostOf.code` characters. */
export function checkClaim(user: Identifier): Refusal | null {
  const text = String(user);
  return [...text].length <= mostOf.code && isMemberId(text)
    ? null
    : expected("user", "An email address or a Member ID is expected.");
}

/** Checks that the date is a calendar day, `YYYY-MM-DD`. */
export function checkDay(date: string, field = "date"): Refusal | null {
  return isDay(date) ? null : expected(field, "A date YYYY-MM-DD is expected.");
}

/** Checks that the time is a time of day, `HH:MM` on a 24-hour clock. */
export function checkTimeOfDay(time: string): Refusal | null {
  return forms.minute.test(time)
    ? null
    : expected("time", "A time HH:MM is expected, from 00:00 to 23:59.");
}

/**
 * Checks that the text looks like a phone number, with 3 to 15 digits. The shortest local numbers have 3
 * digits.
 */
export function checkPhone(phone: string): Refusal | null {
  const digits = phone.replace(/[^0-9]/g, "").length;
  return /^ *\(?\+?\(?[0-9][0-9 ()./-]*$/.test(phone) && digits >= 3 && digits <= 15
    ? null
    : expected("phone", "A phone number is expected: 3 to 15 digits, as 5551234 or +62 812 3456.");
}

/** Checks that the party has at least one person, and at most `MOST_PEOPLE`. */
export function checkNumberOfPeople(people: number): Refusal | null {
  return Number.isSafeInteger(people) && people >= 1 && people <= MOST_PEOPLE
    ? null
    : expected("number_of_people", `A whole number from 1 to ${MOST_PEOPLE} is expected.`);
}

/**
 * Makes all checks above except `checkClaim`, in the order of the parameters in interface B1. Only staff may
 * book without a phone number, which is then empty.
 */
export function checkWish(wish: BookingWish, isByStaff = false): Refusal | null {
  return firstRefusal(
    checkDay(wish.date),
    checkTimeOfDay(wish.time),
    isByStaff && !wish.phone ? null : checkPhone(wish.phone),
    checkNumberOfPeople(wish.numberOfPeople),
  );
}

/** Checks the claim, then the wish. */
export function checkBookingInput(input: BookingInput): Refusal | null {
  return firstRefusal(checkClaim(input.user), checkWish(input));
}

/** Refuses a store that is not the caller's, and a wrong wish at its field of the staff's form. */
export function refuseStaffInput(caller: KnownCaller, wish: BookingWish): Refusal | null {
  if (!mayActIn(caller, wish.store)) return otherStore(caller, wish.store);
  const refusal = checkWish(wish, true);
  return refusal?.field === "number_of_people" ? { ...refusal, field: "numberOfPeople" } : refusal;
}

function expected(field: string, message: string): Refusal {
  return { code: "invalid", field, message };
}
