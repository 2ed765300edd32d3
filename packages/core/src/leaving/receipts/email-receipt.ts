import { auditParameters } from "../../foundation/audit/index.ts";
import {
  purseOf,
  spendingOf,
  spendingParameters,
  withinBudgets,
} from "../../foundation/budgets/index.ts";
import { actorOf, type CoreContext } from "../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../foundation/failures.ts";
import {
  checkDelivery,
  prepareMessage,
  unusableTemplate,
} from "../../foundation/messages/index.ts";
import { loadVisit } from "../../serving/visits/index.ts";
import { loadReceipt, queueReceipt } from "./email-receipt.sql.ts";
import {
  isAnythingLeft,
  type ReceiptData,
  receiptTemplate,
  receiptTemplateCode,
  receiptText,
  timeOfReceipt,
} from "./receipt-mail.rules.ts";

/** A receipt that cannot be delivered for two days is dropped. */
const RECEIPT_SECONDS = 2 * 86_400;

/** The address of the receipt. `isNew` is false if the receipt was queued for the address before. */
type ReceiptSent = { readonly email: string; readonly isNew: boolean };

/**
 * Emails the receipt of a visit to its customer, once to each address, without canceled parts. `key` is the
 * visit's idempotency key. Throws `redemption_not_found` if the visit does not exist or all of it was undone,
 * and `permission_denied` if it took place in a store that is not the caller's. Throws `invalid_user` if the
 * customer was anonymized, `invalid_type` if the customer has no email address, `invalid_template_code` if
 * the template cannot be used, and `too_many_attempts` for too many receipts.
 */
export async function emailReceipt(ctx: CoreContext, key: string): Promise<ReceiptSent> {
  const { visit, at, redemptions, sale } = await loadVisit(ctx, key);
  const { merchant } = ctx.caller;
  const { id: customerId } = visit.customer;
  const seen = await loadReceipt(ctx, { customerId, storeId: visit.storeId });
  if (!seen.customer) throw new Failure(unknownCustomer);
  if (!seen.store || !seen.merchant) throw new TypeError("a visit has a store and a merchant");
  const data: ReceiptData = {
    ...{
      visit,
      at,
      store: seen.store,
      currency: seen.merchant.currency,
      country: merchant.country,
    },
    canceled: new Set(redemptions.flatMap(({ id, isCanceled }) => (isCanceled ? [id] : []))),
    isSaleCanceled: sale?.isCanceled ?? false,
    invoiceNumber: redemptions[0]?.invoiceNumber ?? sale?.invoiceNumber ?? null,
  };
  if (!isAnythingLeft(data))
    throw new Failure({
      ...{ code: "redemption_not_found", message: "Everything of this visit was undone" },
      rule: "something of the visit is left",
    });
  const { email, name } = seen.customer;
  const template =
    seen.templates.find(({ channel }) => channel === "email") ?? receiptTemplate(merchant.country);
  const contact = { email, mobileNumber: null };
  const wanted = { code: receiptTemplateCode, channel: "email", smsCountries: [] } as const;
  const refusal = checkDelivery(wanted, template, contact);
  if (refusal || email === null) throw new Failure(refusal ?? unknownCustomer);
  const message = prepareMessage(ctx, {
    ...{ kind: "notice", template, customer: { id: customerId, ...contact } },
    values: {
      ...{ customer_name: name, merchant_name: merchant.name },
      ...{ time: timeOfReceipt(data), receipt: receiptText(data) },
    },
    secondsToLive: RECEIPT_SECONDS,
  });
  if (message.messageError !== null)
    throw new Failure(unusableTemplate(template.code, message.messageError));
  const subject = `customer ${customerId}`;
  const entry = await auditParameters(ctx, { action: "visits.emailReceipt", subject });
  const spendings = [
    spendingOf("receiptsOfCustomer", customerId),
    spendingOf("messagesOfCaller", actorOf(ctx.caller)),
  ];
  const { isThere, isNew } = await withinBudgets(purseOf(ctx), spendings, () =>
    queueReceipt(ctx, {
      ...{ ...entry, ...message, ...spendingParameters(spendings), customerId },
      // a fingerprint, because the key must not show the address
      key: `${key} ${ctx.secrets.fingerprint(`receipt ${email}`)}`,
    }),
  );
  if (!isThere) throw new Failure(unknownCustomer);
  return { email, isNew };
}
