import type { MessageTemplate } from "../../../foundation/messages/types.ts";
import type { Identifiers } from "../identifiers/identifiers.rules.ts";

/** The data that notices of changed identifiers need. */
export type NoticeSeen = {
  /** Templates of the notice to the old address; empty if the merchant sends no notices. */
  readonly noticeTemplates: readonly MessageTemplate[];
  /** Countries that may get text messages. */
  readonly smsCountries: readonly string[];
  /** `YYYY-MM-DD HH:MM` in the merchant's zone. */
  readonly time: string;
};

/** The identifiers whose change causes a notice to the customer. */
export type NotifiedIdentifiers = Pick<Identifiers, "email" | "mobileNumber" | "memberId">;

/** Returns which of email, mobile number and primary Member ID differ. */
export function changedIdentifiers(before: NotifiedIdentifiers, after: NotifiedIdentifiers) {
  return (["email", "mobileNumber", "memberId"] as const).filter(
    (field) => before[field] !== after[field],
  );
}
