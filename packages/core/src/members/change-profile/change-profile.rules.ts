import type { Guesses } from "../../entering/access/guesses/guesses.rules.ts";
import { checkGuesses } from "../../entering/access/guesses/guesses.rules.ts";
import { emailKeyOf } from "../../foundation/comparing.rules.ts";
import { missingScope, type Refusal, unknownMember } from "../../foundation/failures.ts";
import type { KeptOutcome } from "../../foundation/retries/index.ts";
import { refuseBirthday } from "../../people/customers/birthday.rules.ts";
import { refuseFields } from "../../people/customers/fields.rules.ts";
import {
  checkIdentifiers,
  emailAfter,
  type IdentifierEntry,
  type Identifiers,
  identifierEntries,
  type TakenIdentifier,
} from "../../people/customers/identifiers/identifiers.rules.ts";
import {
  distinctMemberIds,
  refuseMemberId,
} from "../../people/customers/identifiers/member-id.rules.ts";
import {
  changedIdentifiers,
  type NoticeSeen,
} from "../../people/customers/notices/notices.rules.ts";
import { takenCodes } from "../taken.rules.ts";

/** Whether a member's email and mobile number are known to be the member's. */
type Verified = { readonly emailIsVerified: boolean; readonly phoneIsVerified: boolean };

/** A member's profile, without `extraData`. */
export type Profile = Identifiers &
  Verified & {
    readonly name: string;
    readonly gender: string;
    readonly address: string;
    readonly postalCode: string;
    readonly notes: string;
    /** `YYYY-MM-DD` */
    readonly birthday: string | null;
    readonly allowNewsletters: boolean;
    readonly allowSmsMarketing: boolean;
    readonly allowWhatsappMarketing: boolean;
    readonly registrationStatus: "Full" | "Partial";
  };

type ExtraData = Readonly<Record<string, unknown>>;

/** The `birthday` of a change that clears it. */
export const NO_BIRTHDAY = "none";

/** The fields to change, in stored form; null leaves a field as it is. The birthday may be `NO_BIRTHDAY`. */
export type ProfileChange = {
  readonly [Field in keyof Omit<Profile, "otherMemberIds" | "registrationStatus" | keyof Verified>]:
    | Profile[Field]
    | null;
} & { readonly [Flag in keyof Verified]?: boolean | null } & {
  readonly extraData: ExtraData | null;
};

/** The data that the rules of change-profile check. */
export type ChangeProfileSeen = NoticeSeen & {
  readonly customerId: number | null;
  readonly profile: Profile | null;
  /** The customer's `extraData` as JSON text. Null if the customer has none. */
  readonly extraData: string | null;
  /** The identifiers of the call that other customers already have. */
  readonly taken: readonly TakenIdentifier[];
  /** The current day in the merchant's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly guesses: Guesses | null;
  readonly kept: KeptOutcome | null;
};

/** Returns what a change is computed from: the profile and `extraData`. Null without a customer. */
export function basisOf({ profile, extraData }: ChangeProfileSeen) {
  return profile && { ...profile, extraData };
}

/** The outcome of a change, as stored under its idempotency key. */
export type ChangeProfileDone = {
  readonly frame: object;
  readonly changed: { readonly id: number };
};

/**
 * Returns the profile after a change. If the change has a name, the registration becomes Full. A new email or
 * mobile number is not verified, unless the change says so.
 */
export function changedProfile(before: Profile, change: ProfileChange): Profile {
  const { extraData: _, emailIsVerified, phoneIsVerified, ...fields } = change;
  const named = Object.entries(fields).filter(([, value]) => value !== null);
  const after: Profile = { ...before, ...Object.fromEntries(named) };
  const email = emailAfter(before.email, after.email);
  const isVerified = (said: boolean | null | undefined, was: boolean, isSame: boolean) =>
    said ?? (was && isSame);
  return {
    ...after,
    birthday: after.birthday === NO_BIRTHDAY ? null : after.birthday,
    email,
    emailIsVerified:
      email !== null && isVerified(emailIsVerified, before.emailIsVerified, email === before.email),
    phoneIsVerified:
      after.mobileNumber !== null &&
      isVerified(
        phoneIsVerified,
        before.phoneIsVerified,
        after.mobileNumber === before.mobileNumber,
      ),
    otherMemberIds: distinctMemberIds([after.memberId ?? "", ...before.otherMemberIds]).slice(1),
    registrationStatus: change.name === null ? before.registrationStatus : "Full",
  };
}

/** Returns the entries of `customer_identifiers` that a change writes (`claimed`) and deletes (`freed`). */
export function identifierChanges(before: Profile, after: Profile, country: string) {
  const [old, wanted] = [identifierEntries(before, country), identifierEntries(after, country)];
  const isIn = (entries: readonly IdentifierEntry[], { form, value }: IdentifierEntry) =>
    entries.find((each) => each.form === form && each.value === value);
  const { email } = before;
  // an email of an earlier version may have its entry under the form in which it was stored
  const asStored: IdentifierEntry[] =
    email === null || email === after.email || email === emailKeyOf(email)
      ? []
      : [{ form: "email", value: email, field: "email", isReserved: false }];
  return {
    claimed: wanted.filter((entry) => isIn(old, entry)?.isReserved !== entry.isReserved),
    freed: [...old, ...asStored].filter((entry) => !isIn(wanted, entry)),
  };
}

/** The change that a call asks for, and whether its caller may change identifiers. */
export type Asked = {
  readonly change: ProfileChange;
  readonly mayIdentify: boolean;
  readonly country: string;
};

/**
 * Refuses an unknown member, and an impossible birthday. Refuses a changed identifier or verified flag if the
 * caller may not change identifiers, and a changed identifier if it is invalid, the caller has guessed too often, or another member has the
 * identifier. Else null.
 */
export function refuseProfile(
  { profile, taken, guesses, today }: ChangeProfileSeen,
  { change, mayIdentify, country }: Asked,
): Refusal | null {
  if (!profile) return unknownMember;
  const after = changedProfile(profile, change);
  const wrongBirthday = refuseBirthday(after.birthday, today, profile.birthday);
  if (wrongBirthday) return wrongBirthday;
  const changed = changedIdentifiers(profile, after);
  const isVerifiedAnew =
    after.emailIsVerified !== profile.emailIsVerified ||
    after.phoneIsVerified !== profile.phoneIsVerified;
  if (!mayIdentify && (changed.length > 0 || isVerifiedAnew))
    return missingScope("members.identity");
  if (changed.length === 0) return null;
  const isNew = (field: keyof Identifiers) => changed.some((each) => each === field);
  return (
    refuseFields({ name: profile.name, email: after.email }, profile) ??
    (isNew("memberId") ? refuseMemberId(after.memberId ?? "") : null) ??
    checkGuesses(guesses) ??
    refuseTaken(identifierChanges(profile, after, country).claimed, taken)
  );
}

function refuseTaken(
  wanted: readonly IdentifierEntry[],
  taken: readonly TakenIdentifier[],
): Refusal | null {
  const refusal = checkIdentifiers(wanted, taken);
  if (!refusal) return null;
  const { field, ...rest } = refusal;
  return { ...rest, code: takenCodes[field as keyof Identifiers] };
}
