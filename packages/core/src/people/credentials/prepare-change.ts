import { auditParameters } from "../../foundation/audit/index.ts";
import { spendingOf, spendingParameters, textSpendings } from "../../foundation/budgets/index.ts";
import { actorOf, type CoreContext } from "../../foundation/context.ts";
import {
  chooseTemplate,
  credentialName,
  noMessage,
  prepareMessage,
} from "../../foundation/messages/index.ts";
import type { Customer } from "../customers/index.ts";
import type { ChangeSeen } from "./changing.sql.ts";

/** Seconds after which an unsent notice is dropped. */
const NOTICE_SECONDS = 3 * 86_400;

/**
 * Returns parameters that every change of a PIN or password needs: the customer, the audit entry, and the
 * notice. The notice is empty if no template of the merchant can reach the customer.
 */
export async function prepareChange(
  ctx: CoreContext,
  { customer, noticeTemplates, smsCountries, time }: ChangeSeen & { readonly customer: Customer },
  change: { readonly action: string; readonly credential: "pin" | "password" },
) {
  const template = chooseTemplate(noticeTemplates, customer, smsCountries);
  const values = {
    credential: credentialName(change.credential, ctx.caller.merchant.country),
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
