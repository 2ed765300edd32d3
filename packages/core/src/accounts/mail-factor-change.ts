import { findWorkplace } from "../access/index.ts";
import type { CoreDeps } from "../context.ts";
import { prepareStaffMessage, queueMessage } from "../messages/index.ts";
import { type FactorChange, factorChangeMail } from "./account-mail.rules.ts";

const DAYS = 7;

/**
 * Mails a person that a sign-in method was added, removed or renewed. Sends nothing to a person without a
 * merchant.
 */
export async function mailFactorChange(
  deps: CoreDeps,
  person: { readonly id: string; readonly name: string; readonly email: string },
  change: FactorChange,
): Promise<void> {
  const merchantId = await findWorkplace(deps.db, person.id);
  if (merchantId === null) return;
  const mail = prepareStaffMessage(deps, {
    merchantId,
    code: `staff_${change}`,
    to: person.email,
    message: factorChangeMail(person.name, change),
    secondsToLive: DAYS * 24 * 60 * 60,
  });
  await queueMessage(deps, merchantId, mail);
}
