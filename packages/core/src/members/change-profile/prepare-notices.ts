import { type Spending, spendingOf, textSpendings } from "../../budgets/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import { chooseTemplate, prepareMessage, type QueuedMessage } from "../../messages/index.ts";
import {
  type ChangeProfileSeen,
  changedIdentifiers,
  type Profile,
} from "./change-profile.rules.ts";

/** An undelivered notice expires after this time. */
const NOTICE_SECONDS = 3 * 86_400;

/** The names of identifiers in a notice. */
const names = { email: "email address", mobileNumber: "mobile number", memberId: "Member ID" };

/**
 * Returns a notice for each changed identifier, and the budgets that the notices spend. The notice of a
 * changed email or mobile number goes to the old value, if the merchant has a template for its channel. All
 * other notices go to the member's old email or mobile number. Returns no notice without a template.
 */
export function prepareNotices(
  ctx: CoreContext,
  { customerId, noticeTemplates, smsCountries, time }: ChangeProfileSeen,
  { before, after }: { readonly before: Profile; readonly after: Profile },
): { readonly notices: readonly QueuedMessage[]; readonly spendings: readonly Spending[] } {
  if (customerId === null) return { notices: [], spendings: [] };
  const { email, mobileNumber } = before;
  const nobody = { email: null, mobileNumber: null };
  const notices = changedIdentifiers(before, after).flatMap((field) => {
    const itself = field === "memberId" ? nobody : { ...nobody, [field]: before[field] };
    const template =
      chooseTemplate(noticeTemplates, itself, smsCountries) ??
      chooseTemplate(noticeTemplates, { email, mobileNumber }, smsCountries);
    if (!template) return [];
    const values = {
      credential: names[field],
      customer_name: before.name,
      merchant_name: ctx.caller.merchant.name,
      time,
    };
    const customer = { id: customerId, email, mobileNumber };
    const secondsToLive = NOTICE_SECONDS;
    return [prepareMessage(ctx, { kind: "notice", template, customer, values, secondsToLive })];
  });
  const spendings = notices.flatMap(({ messageChannel, messageRecipient }) => [
    spendingOf("noticesOfCustomer", customerId),
    spendingOf("messagesOfCaller", actorOf(ctx.caller)),
    ...textSpendings(messageChannel, messageRecipient),
  ]);
  return { notices, spendings };
}
