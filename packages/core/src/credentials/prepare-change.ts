import { auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import type { Customer } from "../customers/index.ts";
import { chooseTemplate, noMessage, prepareMessage } from "../messages/index.ts";
import type { ChangeScene } from "./changing.store.ts";

/** A notice that did not arrive in so long is pointless. */
const NOTICE_SECONDS = 3 * 86_400;

/**
 * The parameters that every change of a credential writes beside it: whose it is, the audit's entry,
 * and the notice to the customer where the merchant has a template that can reach them.
 */
export async function prepareChange(
  ctx: CoreContext,
  { customer, noticeTemplates, time }: ChangeScene & { readonly customer: Customer },
  change: { readonly action: string; readonly credential: "PIN" | "password" },
) {
  const template = chooseTemplate(noticeTemplates, customer);
  const values = {
    credential: change.credential,
    customer_name: customer.name,
    merchant_name: ctx.caller.merchant.name,
    time,
  };
  return {
    ...(await auditParameters(ctx, { ...change, subject: `customer ${customer.id}` })),
    ...(template
      ? prepareMessage(ctx, {
          kind: "notice",
          template,
          customer,
          values,
          secondsToLive: NOTICE_SECONDS,
        })
      : noMessage),
    customerId: customer.id,
  };
}

/** What `prepareChange` gives. */
export type ChangeParameters = Awaited<ReturnType<typeof prepareChange>>;
