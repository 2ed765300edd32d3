import { dayInWords, languageOf, timeInWords } from "../../foundation/messages/language.rules.ts";
import type { Contact } from "../../foundation/messages/types.ts";
import { isEmail } from "../../people/customers/fields.rules.ts";
import { toE164 } from "../../people/customers/identifiers/mobile-number.rules.ts";
import type { NotedMessage, Reachable } from "./types.ts";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** How long the message about a cancel by staff waits, so that they can undo the cancel. */
const UNDO_SECONDS = 120;

/**
 * Returns the addresses that the guest gave: the phone, and the email by which the guest named themselves.
 * Other addresses of the customer whom this matches are not used, because nobody has verified the match.
 */
export const contactOf = ({ claim, phone, isByStaff, merchant }: Reachable): Contact => ({
  email: !isByStaff && isEmail(claim) ? claim : null,
  mobileNumber: toE164(phone, merchant.country),
});

const isOff = ({ code }: NotedMessage) =>
  code === "booking_declined" || code === "booking_canceled";

/** Returns the seconds for which a message is useful: until the booking's time, a cancel for a day. */
export const secondsToLive = (noted: NotedMessage): number =>
  isOff(noted) ? DAY_SECONDS : Math.floor(noted.secondsLeft);

/** Returns the seconds before a message is sent. The message about a cancel by staff waits for an undo. */
export const secondsToWait = (noted: NotedMessage): number =>
  isOff(noted) && !noted.isByGuest ? UNDO_SECONDS : 0;

/**
 * Returns the values of the placeholders, in the language of the merchant's country, by the store's clock.
 * The name is the one that was given, so that a stranger who books learns no member's name.
 */
export function valuesOf(noted: NotedMessage, link: string) {
  const { date, time, numberOfPeople, store, merchant, changed } = noted;
  const language = languageOf(merchant.country);
  const before = (field: string, now: string | number) => String(changed[field]?.[0] ?? now);
  return {
    guest: noted.claim,
    merchant_name: merchant.name,
    store_name: store.name,
    store_address: store.address,
    store_phone: store.phone,
    date: dayInWords(date, language),
    time: timeInWords(time, language),
    people: String(numberOfPeople),
    booking_id: String(noted.bookingId),
    link,
    old_date: dayInWords(before("date", date), language),
    old_time: timeInWords(before("time", time), language),
    old_people: before("number_of_people", numberOfPeople),
    old_store: noted.oldStore ?? store.name,
    hours: String(Math.max(1, Math.round(noted.secondsLeft / HOUR_SECONDS))),
  };
}
