import { auditParameters } from "../audit/index.ts";
import { spendingOf, spendingParameters, textSpendings } from "../budgets/index.ts";
import { actorOf, type CoreContext } from "../context.ts";
import type { Customer } from "../customers/index.ts";
import { chooseTemplate, noMessage, prepareMessage } from "../messages/index.ts";
import type { ChangeSeen } from "./changing.sql.ts";

/** An undelivered notice is useless after this time. */
const NOTICE_SECONDS = 3 * 86_400;

/**
 * The parameters that every change of a credential also writes: the customer, the audit entry, and the
 * notice, if the merchant has a template that can reach the customer.
 */
export async function prepareChange(
  ctx: CoreContext,
  { customer, noticeTemplates, smsCountries, time }: ChangeSeen & { readonly customer: Customer },
  change: { readonly action: string; readonly credential: "PIN" | "password" },
) {
  const template = chooseTemplate(noticeTemplates, customer, smsCountries);
  const values = {
    credential: change.credential,
    customer_name: customer.name,
    merchant_name: ctx.caller.merchant.name,
    time,
  };
  const secondsToLive = NOTICE_SECONDS;
  const notice = template
    ? prepareMessage(ctx, { kind: "notice", template, customer, values, secondsToLive })
    : noMessage;
  const spendings =
    notice.messageId === null
      ? []
      : [
          spendingOf("noticesOfCustomer", customer.id),
          spendingOf("messagesOfCaller", actorOf(ctx.caller)),
          ...textSpendings(notice.messageChannel, notice.messageRecipient),
        ];
  return {
    ...(await auditParameters(ctx, { ...change, subject: `customer ${customer.id}` })),
    ...notice,
    ...spendingParameters(spendings),
    customerId: customer.id,
  };
}

/** The result of `prepareChange`. */
export type ChangeParameters = Awaited<ReturnType<typeof prepareChange>>;
