import type { CoreDeps } from "../../../foundation/context.ts";
import { prepareStaffMessage, queueMessage } from "../../../foundation/messages/index.ts";
import { findWorkplace } from "../members/workplace.sql.ts";
import { withinMailbox } from "./mailbox.sql.ts";
import { resetMail } from "./staff-mail.rules.ts";

/**
 * Mails a person the link to set a new password, through the outbox of a merchant that they work for.
 * Sends nothing to a person without a merchant.
 */
export async function mailReset(
  deps: CoreDeps,
  person: { readonly id: string; readonly name: string; readonly email: string },
  { link, minutes }: { readonly link: string; readonly minutes: number },
): Promise<void> {
  const merchantId = await findWorkplace(deps.db, person.id);
  if (merchantId === null) return;
  const mail = prepareStaffMessage(deps, {
    merchantId,
    code: "staff_password_reset",
    to: person.email,
    message: resetMail({ name: person.name, link, minutes }),
    secondsToLive: minutes * 60,
  });
  // ignores false (too many mails): a different answer would reveal who works here
  await withinMailbox(deps, person.email, (db) => queueMessage({ ...deps, db }, merchantId, mail));
}
