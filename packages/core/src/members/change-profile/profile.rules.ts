import { emailKeyOf } from "../../foundation/comparing.rules.ts";
import {
  emailAfter,
  type IdentifierEntry,
  type Identifiers,
  identifierEntries,
} from "../../people/customers/identifiers/identifiers.rules.ts";
import { distinctMemberIds } from "../../people/customers/identifiers/member-id.rules.ts";

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
