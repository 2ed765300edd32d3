import {
  purseOf,
  spendBudgets,
  spendingOf,
  withinBudgets,
} from "../../../foundation/budgets/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { prepareStaffMessage } from "../../../foundation/messages/index.ts";
import { checkMemberFields, type MemberFields } from "../members/member.rules.ts";
import { findUnknownStores } from "../members/members.sql.ts";
import { withinMailbox } from "../staff-mail/mailbox.sql.ts";
import { invitationMail } from "../staff-mail/staff-mail.rules.ts";
import { checkInvited, tooManyMails } from "./invitation.rules.ts";
import { insertInvitation, invitationParameters, isMember } from "./invitations.sql.ts";

const DAYS = 7;

type InviteInput = MemberFields & {
  readonly email: string;
  /** Whether the service sends mails, so that only the mail has the link. */
  readonly hasMail: boolean;
  /** Returns the console's URL for accepting with the secret. The mail contains this URL. */
  readonly linkTo: (secret: string) => string;
};

/**
 * Invites a person by mail to work for the merchant. If the service sends mails, do not show the returned
 * link: accepting the invitation must prove that the person reads the mails to the address. Refuses an
 * existing member, invalid input (`field` names it), and too many invitations.
 */
export async function inviteStaff(
  ctx: CoreContext,
  { email: typedEmail, role, stores, hasMail, linkTo }: InviteInput,
): Promise<{ readonly id: string; readonly link: string }> {
  const email = typedEmail.trim().toLowerCase();
  const refusal =
    checkInvited(email, await isMember(ctx, email)) ??
    checkMemberFields({ role, stores }, await findUnknownStores(ctx, stores));
  if (refusal) throw new Failure(refusal);
  const { merchant } = ctx.caller;
  const secret = ctx.secrets.newRowId();
  const link = linkTo(secret);
  const id = ctx.secrets.newRowId();
  const mail = prepareStaffMessage(ctx, {
    merchantId: merchant.id,
    code: "staff_invitation",
    to: email,
    message: invitationMail({ merchant: merchant.name, link, days: DAYS }),
    secondsToLive: DAYS * 24 * 60 * 60,
  });
  const secretHash = ctx.secrets.hashToken(secret);
  const row = { ...{ id, email, role, stores, secretHash }, isMailed: hasMail, daysToLive: DAYS };
  const parameters = await invitationParameters(ctx, row, mail);
  const spendings = [spendingOf("invitationsOfMerchant", "")];
  const purse = purseOf(ctx);
  const isSent = await withinBudgets(purse, spendings, () =>
    withinMailbox(ctx, email, async (db) => {
      await spendBudgets({ ...purse, db }, spendings);
      await insertInvitation(db, parameters);
    }),
  );
  if (!isSent) throw new Failure(tooManyMails);
  return { id, link };
}
