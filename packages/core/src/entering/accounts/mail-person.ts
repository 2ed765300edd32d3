import type { CoreDeps } from "../../foundation/context.ts";
import { prepareStaffMessage, queueMessage } from "../../foundation/messages/index.ts";
import { findWorkplace } from "../access/index.ts";
import { type accountMail, type FactorChange, factorChangeMail } from "./account-mail.rules.ts";

const DAYS = 7;

/** The person that a mail goes to. */
export type MailedPerson = { readonly id: string; readonly name: string; readonly email: string };

/** Mails a person about their account. Sends nothing to a person without a merchant. */
export async function mailPerson(
  deps: CoreDeps,
  person: MailedPerson,
  { code, message }: { readonly code: string; readonly message: ReturnType<typeof accountMail> },
): Promise<void> {
  const merchantId = await findWorkplace(deps.db, person.id);
  if (merchantId === null) return;
  const mail = prepareStaffMessage(deps, {
    ...{ merchantId, code, message },
    to: person.email,
    secondsToLive: DAYS * 24 * 60 * 60,
  });
  await queueMessage(deps, merchantId, mail);
}

/** Mails a person that a sign-in method was added, removed or renewed. */
export function mailFactorChange(
  deps: CoreDeps,
  person: MailedPerson,
  change: FactorChange,
): Promise<void> {
  const message = factorChangeMail(person.name, change);
  return mailPerson(deps, person, { code: `staff_${change}`, message });
}
