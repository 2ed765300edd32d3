import { type Spending, spendingOf, textSpendings } from "../../../foundation/budgets/index.ts";
import { actorOf, type CoreContext } from "../../../foundation/context.ts";
import {
  chooseTemplate,
  credentialName,
  prepareMessage,
  type QueuedMessage,
} from "../../../foundation/messages/index.ts";
import { changedIdentifiers, type NoticeSeen, type NotifiedIdentifiers } from "./notices.rules.ts";

/** An undelivered notice expires after this time. */
const NOTICE_SECONDS = 3 * 86_400;

type Named = NotifiedIdentifiers & { readonly name: string };

/** A customer before and after a change. `id` is null for an unknown customer. */
type IdentifierChange = {
  readonly id: number | null;
  readonly before: Named;
  readonly after: NotifiedIdentifiers;
};

/** The notices of a change, and the budgets that they spend. */
export type Notices = {
  readonly notices: readonly QueuedMessage[];
  readonly spendings: readonly Spending[];
};

/**
 * Returns a notice for each changed identifier, and the budgets that the notices spend. The notice of a
 * changed email goes to the old email, and that of a changed mobile number to the old number. If no template
 * can reach it, and for a changed Member ID, the notice goes to the old email or the old number. If no
 * template can reach these either, there is no notice.
 */
export function prepareNotices(
  ctx: CoreContext,
  { noticeTemplates, smsCountries, time }: NoticeSeen,
  { id, before, after }: IdentifierChange,
): Notices {
  if (id === null) return { notices: [], spendings: [] };
  const { email, mobileNumber } = before;
  const nobody = { email: null, mobileNumber: null };
  const notices = changedIdentifiers(before, after).flatMap((field) => {
    const itself = field === "memberId" ? nobody : { ...nobody, [field]: before[field] };
    const template =
      chooseTemplate(noticeTemplates, itself, smsCountries) ??
      chooseTemplate(noticeTemplates, { email, mobileNumber }, smsCountries);
    if (!template) return [];
    const values = {
      credential: credentialName(field, ctx.caller.merchant.country),
      customer_name: before.name,
      merchant_name: ctx.caller.merchant.name,
      time,
    };
    const customer = { id, email, mobileNumber };
    const secondsToLive = NOTICE_SECONDS;
    return [prepareMessage(ctx, { kind: "notice", template, customer, values, secondsToLive })];
  });
  const spendings = notices.flatMap(({ messageChannel, messageRecipient }) => [
    spendingOf("noticesOfCustomer", id),
    spendingOf("messagesOfCaller", actorOf(ctx.caller)),
    ...textSpendings(messageChannel, messageRecipient),
  ]);
  return { notices, spendings };
}
