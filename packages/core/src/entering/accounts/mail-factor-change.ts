import type { CoreDeps } from "../../foundation/context.ts";
import { type FactorChange, factorChangeMail } from "./account-mail.rules.ts";
import { type MailedPerson, mailPerson } from "./mail-person.ts";

/** Mails a person that a sign-in method was added, removed or renewed. */
export function mailFactorChange(
  deps: CoreDeps,
  person: MailedPerson,
  change: FactorChange,
): Promise<void> {
  const message = factorChangeMail(person.name, change);
  return mailPerson(deps, person, { code: `staff_${change}`, message });
}
