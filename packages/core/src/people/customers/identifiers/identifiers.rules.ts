import { emailKeyOf, memberIdKey } from "../../../foundation/comparing.rules.ts";
import type { Refusal } from "../../../foundation/failures.ts";
import { isEmail } from "../fields.rules.ts";
import type { IdentifierForm } from "../types.ts";
import { toE164 } from "./mobile-number.rules.ts";

/** The identifiers of a customer, except the primary key. */
export type Identifiers = {
  /** As `emailKeyOf` returns it, or as an earlier version stored it. */
  readonly email: string | null;
  /** E.164. */
  readonly mobileNumber: string | null;
  readonly memberId: string | null;
  readonly otherMemberIds: readonly string[];
};

/** A row of `customer_identifiers`. `field` is the customer's field from which the row is made. */
export type IdentifierEntry = {
  readonly form: Exclude<IdentifierForm, "id">;
  readonly value: string;
  readonly isReserved: boolean;
  readonly field: keyof Identifiers;
};

/**
 * Returns the entries of a customer, each once. An entry that is not reserved finds the customer. A reserved
 * entry is a Member ID read as an email or mobile number. It finds nobody, and no other customer can have it.
 */
export function identifierEntries(of: Identifiers, country: string): IdentifierEntry[] {
  const memberIds = [
    ...(of.memberId === null ? [] : [{ field: "memberId" as const, value: of.memberId }]),
    ...of.otherMemberIds.map((value) => ({ field: "otherMemberIds" as const, value })),
  ];
  const entries: IdentifierEntry[] = [];
  const add = (entry: IdentifierEntry) => {
    const isKnown = entries.some(({ form, value }) => form === entry.form && value === entry.value);
    if (!isKnown) entries.push(entry);
  };
  const found = { isReserved: false };
  if (of.email !== null)
    add({ form: "email", value: emailKeyOf(of.email), field: "email", ...found });
  if (of.mobileNumber !== null)
    add({ form: "mobileNumber", value: of.mobileNumber, field: "mobileNumber", ...found });
  for (const { field, value } of memberIds)
    add({ form: "memberId", value: memberIdKey(value), field, ...found });
  for (const { field, value } of memberIds)
    for (const reading of readingsOf(value, country)) add({ ...reading, field, isReserved: true });
  return entries;
}

/**
 * Returns the email after a change. It stays as it was stored if the wanted email only has another form, so
 * that a form that shows an email of an earlier version can be saved.
 */
export function emailAfter(before: string | null, wanted: string | null): string | null {
  return before !== null && wanted === emailKeyOf(before) ? before : wanted;
}

/** Reads a Member ID as an email or a mobile number. Empty if it is neither. */
export function readingsOf(memberId: string, country: string) {
  if (isEmail(memberId)) return [{ form: "email" as const, value: emailKeyOf(memberId) }];
  const mobileNumber = toE164(memberId, country);
  return mobileNumber === null ? [] : [{ form: "mobileNumber" as const, value: mobileNumber }];
}

/**
 * Returns a stored entry with the form and value that it should have, or null if it has them. An unread Member
 * ID gets the entry of what it reads as, or of the Member ID itself.
 */
export function renewalOf<Entry extends { readonly form: string; readonly value: string }>(
  entry: Entry,
  country: string,
): (Entry & { newForm: string; newValue: string; isReserved?: boolean }) | null {
  const { form, value } = entry;
  if (form === "unreadMemberId") {
    const itself = { form: "memberId", value: memberIdKey(value) };
    const [reading = itself] = readingsOf(value, country);
    return { ...entry, isReserved: true, newForm: reading.form, newValue: reading.value };
  }
  const newValue = form === "email" ? emailKeyOf(value) : memberIdKey(value);
  return newValue === value ? null : { ...entry, newForm: form, newValue };
}

/** The entry of another customer with the form and value of a wanted identifier. */
export type TakenIdentifier = Pick<IdentifierEntry, "form" | "value" | "isReserved">;

const forms = { email: "email address", mobileNumber: "mobile number", memberId: "Member ID" };

/** The words about a wanted entry, and the entry of another customer with the same form and value. */
export const takenWords = (
  { form, isReserved }: Omit<IdentifierEntry, "field">,
  theirs: TakenIdentifier,
): Omit<Refusal, "code"> => ({
  message: isReserved
    ? `This Member ID reads as another customer's ${theirs.isReserved ? "Member ID" : forms[form]}.`
    : theirs.isReserved
      ? `Another customer's Member ID reads as this ${forms[form]}.`
      : "Another customer has this already.",
  rule: "an identifier belongs to one customer",
});

/** Refuses the first wanted entry that another customer has. Null if none is taken. */
export function checkIdentifiers(
  wanted: readonly IdentifierEntry[],
  taken: readonly TakenIdentifier[],
): Refusal | null {
  for (const entry of wanted) {
    const { form, value, field } = entry;
    const theirs = taken.find((other) => other.form === form && other.value === value);
    if (theirs) return { code: "invalid", field, ...takenWords(entry, theirs) };
  }
  return null;
}
