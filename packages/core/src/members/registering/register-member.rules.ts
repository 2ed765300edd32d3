import type { Refusal } from "../../foundation/failures.ts";
import type { IdentifierEntry, TakenIdentifier } from "../../people/customers/index.ts";

/** The refusal if the merchant has no levels. */
export const noLevel: Refusal = {
  code: "invalid_data",
  field: "__all__",
  message: "The merchant has no levels yet.",
  rule: "the merchant has a level for new members",
};

/** The refusal of a referral code that no member has. */
export const unknownReferrer: Refusal = {
  code: "invalid",
  field: "referral_code",
  message: "Nobody has this referral code.",
  rule: "the referral code is a member's",
};

const meanings: Readonly<Record<TakenIdentifier["form"], string>> = {
  email: "email address",
  mobileNumber: "mobile number",
  memberId: "Member ID",
};

/** The words about a wanted entry, and the entry of another member with the same form and value. */
export const takenWords = (
  { form, isReserved }: IdentifierEntry,
  theirs: TakenIdentifier,
): Omit<Refusal, "code"> => ({
  message: isReserved
    ? `This Member ID reads as another member's ${meanings[theirs.isReserved ? "memberId" : form]}.`
    : `Another member has this ${meanings[form]}.`,
  rule: "an identifier belongs to one customer",
});
