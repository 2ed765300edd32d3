import type { Guesses } from "../../access/guesses/guesses.rules.ts";
import { checkGuesses } from "../../access/guesses/guesses.rules.ts";
import { refuseFields } from "../../customers/fields.rules.ts";
import {
  checkIdentifiers,
  type IdentifierEntry,
  type Identifiers,
  identifierEntries,
  type TakenIdentifier,
} from "../../customers/identifiers/identifiers.rules.ts";
import { distinctMemberIds, refuseMemberId } from "../../customers/identifiers/member-id.rules.ts";
import { type FailureCode, notPermitted, type Refusal, unknownMember } from "../../failures.ts";
import type { MessageTemplate } from "../../messages/types.ts";
import type { KeptOutcome } from "../../retries/index.ts";

/** What a member's profile says, apart from the caller's own data. */
export type Profile = Identifiers & {
  readonly name: string;
  readonly gender: string;
  readonly address: string;
  readonly postalCode: string;
  /** `YYYY-MM-DD` */
  readonly birthday: string | null;
  readonly allowNewsletters: boolean;
  readonly allowSmsMarketing: boolean;
  readonly allowWhatsappMarketing: boolean;
  readonly registrationStatus: "Full" | "Partial";
};

type ExtraData = Readonly<Record<string, unknown>>;

/** The fields to change, in stored form; null leaves a field as it is. */
export type ProfileChange = {
  readonly [Field in keyof Omit<Profile, "otherMemberIds" | "registrationStatus">]:
    | Profile[Field]
    | null;
} & { readonly extraData: ExtraData | null };

/** What the rules of change-profile look at. */
export type ChangeProfileSeen = {
  readonly customerId: number | null;
  readonly profile: Profile | null;
  readonly extraData: unknown;
  /** The wanted identifiers that other customers have. */
  readonly taken: readonly TakenIdentifier[];
  readonly guesses: Guesses | null;
  /** Templates of the notice to the old address; empty if the merchant wants none. */
  readonly noticeTemplates: readonly MessageTemplate[];
  /** Countries that may get text messages. */
  readonly smsCountries: readonly string[];
  /** `YYYY-MM-DD HH:MM` in the merchant's zone. */
  readonly time: string;
  readonly kept: KeptOutcome | null;
};

/** What was written, as stored under its key. */
export type ChangeProfileDone = {
  readonly frame: object;
  readonly changed: { readonly id: number };
};

/** The profile after a change. A name completes a partial registration. */
export function changedProfile(before: Profile, change: ProfileChange): Profile {
  const { extraData: _, ...fields } = change;
  const named = Object.entries(fields).filter(([, value]) => value !== null);
  const after: Profile = { ...before, ...Object.fromEntries(named) };
  return {
    ...after,
    otherMemberIds: distinctMemberIds([after.memberId ?? "", ...before.otherMemberIds]).slice(1),
    registrationStatus: change.name === null ? before.registrationStatus : "Full",
  };
}

/** The identifiers by which a member is found that differ. */
export function changedIdentifiers(before: Profile, after: Profile) {
  return (["email", "mobileNumber", "memberId"] as const).filter(
    (field) => before[field] !== after[field],
  );
}

/** The entries that a change of identifiers writes and deletes. */
export function identifierChanges(before: Profile, after: Profile, country: string) {
  const [old, wanted] = [identifierEntries(before, country), identifierEntries(after, country)];
  const isIn = (entries: readonly IdentifierEntry[], { form, value }: IdentifierEntry) =>
    entries.find((each) => each.form === form && each.value === value);
  return {
    claimed: wanted.filter((entry) => isIn(old, entry)?.isReserved !== entry.isReserved),
    freed: old.filter((entry) => !isIn(wanted, entry)),
  };
}

/** The codes of identifiers that other members have. */
const takenCodes: Readonly<Record<keyof Identifiers, FailureCode>> = {
  email: "email_already_used",
  mobileNumber: "mobile_number_already_used",
  memberId: "member_id_already_used",
  otherMemberIds: "member_id_already_used",
};

export const takenFailures: readonly FailureCode[] = Object.values(takenCodes);

/** What a call asks for, and what its token may do. */
export type Asked = {
  readonly change: ProfileChange;
  readonly mayIdentify: boolean;
  readonly country: string;
};

/**
 * Why a profile cannot be changed, or null: the member is unknown, the token may not change identifiers, an
 * identifier has no valid form, the token has guessed too often, or another member has the identifier. An
 * identifier that the member has already changes nothing.
 */
export function refuseProfile(
  { profile, taken, guesses }: ChangeProfileSeen,
  { change, mayIdentify, country }: Asked,
): Refusal | null {
  if (!profile) return unknownMember;
  const after = changedProfile(profile, change);
  const changed = changedIdentifiers(profile, after);
  if (changed.length === 0) return null;
  if (!mayIdentify)
    return { ...notPermitted, rule: "the token's scopes", expected: "members.identity" };
  const isNew = (field: keyof Identifiers) => changed.some((each) => each === field);
  const email = isNew("email") ? after.email : null;
  return (
    refuseFields({ name: profile.name, email }, profile.name) ??
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
