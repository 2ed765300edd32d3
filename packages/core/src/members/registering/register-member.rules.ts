import { checkGuesses, type Guesses } from "../../entering/access/guesses/guesses.rules.ts";
import type { KnownCaller } from "../../foundation/context.ts";
import { firstRefusal, type Refusal } from "../../foundation/failures.ts";
import type { MessageTemplate } from "../../foundation/messages/types.ts";
import { checkUncommonPin } from "../../people/credentials/guessable-pin.rules.ts";
import { refuseBirthday } from "../../people/customers/birthday.rules.ts";
import type { AddSeen, IdentifierEntry, TakenIdentifier } from "../../people/customers/index.ts";
import { checkStore } from "../../running/merchants/store.rules.ts";
import type { StoreNow } from "../../running/merchants/types.ts";
import { takenCodes } from "../taken.rules.ts";
import type { Registration } from "../types.ts";

/** The data that the rules of a registration check, besides `AddSeen`. */
export type RegistrationSeen = {
  /** Null if the call names no store, or an unknown one. */
  readonly store: StoreNow | null;
  readonly hasReferrer: boolean;
  /** The caller's wrong guesses in the current minute. */
  readonly guesses: Guesses | null;
  readonly refusesCommonPins: boolean;
  /** The templates of the message to the member, one per channel. Empty if no message is sent. */
  readonly templates: readonly MessageTemplate[];
  /** Countries that may get text messages. */
  readonly smsCountries: readonly string[];
};

const meanings: Readonly<Record<TakenIdentifier["form"], string>> = {
  email: "email address",
  mobileNumber: "mobile number",
  memberId: "Member ID",
};

/**
 * Checks a registration in the documented order, and returns the first refusal. Null if it is allowed.
 * `wanted` are the entries of the identifiers that the call sends.
 */
export function refuseRegistration(
  seen: AddSeen & RegistrationSeen,
  caller: KnownCaller,
  { store, referralCode, pin, birthday }: Registration,
  wanted: readonly IdentifierEntry[],
): Refusal | null {
  const { guesses, level, taken, hasReferrer, refusesCommonPins, today } = seen;
  return firstRefusal(
    refuseBirthday(birthday, today),
    store === null ? null : checkStore(seen.store, caller),
    checkGuesses(guesses),
    level === null ? noLevel : null,
    checkTaken(taken, wanted),
    referralCode === null || hasReferrer ? null : unknownReferrer,
    pin && refusesCommonPins ? refuseCommonPin(pin, birthday) : null,
  );
}

function refuseCommonPin(
  pin: NonNullable<Registration["pin"]>,
  birthday: string | null,
): Refusal | null {
  const refusal = checkUncommonPin(pin.reveal(), birthday);
  return refusal && { ...refusal, field: "pin" };
}

/**
 * Refuses the first taken identifier, with the failure code of its form. If it is what a wanted Member ID reads
 * as, the code is that of a Member ID. Null if none is taken.
 */
export function checkTaken(
  taken: readonly TakenIdentifier[],
  wanted: readonly IdentifierEntry[],
): Refusal | null {
  const [first] = taken;
  if (!first) return null;
  const { form, value, isReserved } = first;
  const isReading = wanted.some(
    (one) => one.isReserved && one.form === form && one.value === value,
  );
  const theirs = meanings[isReserved ? "memberId" : form];
  return {
    code: takenCodes[isReading ? "memberId" : form],
    message: isReading
      ? `This Member ID reads as another member's ${theirs}.`
      : `Another member has this ${meanings[form]}.`,
    rule: "an identifier belongs to one customer",
  };
}

const noLevel: Refusal = {
  code: "invalid_data",
  field: "__all__",
  message: "The merchant has no levels yet.",
  rule: "the merchant has a level for new members",
};

const unknownReferrer: Refusal = {
  code: "invalid",
  field: "referral_code",
  message: "Nobody has this referral code.",
  rule: "the referral code is a member's",
};

/** Refuses a registration with neither an email nor a mobile number, because nobody could find the member. */
export function checkContacts({
  email,
  mobileNumber,
}: Pick<Registration, "email" | "mobileNumber">): Refusal | null {
  if (email !== null || mobileNumber !== null) return null;
  return { code: "required", field: "email", message: "An email or a mobile number is needed." };
}
