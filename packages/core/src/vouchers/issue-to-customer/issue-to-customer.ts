import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { type Customer, identifierForms, readIdentifier } from "../../customers/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import { issueVouchers } from "../issue-vouchers.ts";
import type { HeldVoucherListed } from "../listing/list-held-vouchers.ts";
import {
  type IssueToCustomerDone,
  type IssueToCustomerInput,
  type IssueToCustomerSeen,
  refuseIssueToCustomer,
} from "./issue-to-customer.rules.ts";
import { type IssueToCustomerCall, issuesToCustomers, operation } from "./issue-to-customer.sql.ts";

/** The vouchers issued to a customer, ordered by id. */
export type VouchersIssued = {
  readonly vouchers: readonly (HeldVoucherListed & { readonly code: string })[];
  readonly customer: Pick<Customer, "id" | "email">;
};

/**
 * Issues vouchers of a template to a customer, all or none. The last day is the first day plus the template's
 * `validityDays`. Without `validityDays`, the vouchers never expire. Throws `invalid_user`,
 * `invalid_voucher_template`, `voucher_value_not_dynamic`, `required` for the value, and `invalid` for the
 * first day. Interface 2, section 6.
 */
export async function issueToCustomer(
  ctx: CoreContext,
  input: IssueToCustomerInput,
): Promise<VouchersIssued> {
  const { user, templateId, startDate, today, notes, value, transactionId = null } = input;
  const { merchant } = ctx.caller;
  const { id: customer, ...named } = readIdentifier(user, identifierForms, merchant.country);
  const call: IssueToCustomerCall = {
    ...(await auditOf(ctx, { subject: `voucher template ${templateId}` })),
    ...{ ...named, customer, template: templateId, startDate, today, notes },
    ...{ value, vouchers: null, transaction: transactionId },
    ...keyOf(ctx),
  };
  const done = await again(ctx, {
    operation: {
      name: operation,
      statement: issuesToCustomers,
      subjects: () => [],
      weight: ({ vouchers }) => (vouchers === null ? 0 : input.quantity),
    },
    call,
    complete: (sent, seen) => complete(ctx, input, sent, seen),
    refuse: (seen) => refuseIssueToCustomer(seen, input),
  });
  return issuedOutcome(done);
}

/** Returns the call with new vouchers. Returns null if the call already has vouchers. */
async function complete(
  ctx: CoreContext,
  { quantity, startDate, value }: IssueToCustomerInput,
  call: IssueToCustomerCall,
  { template, today }: IssueToCustomerSeen,
): Promise<IssueToCustomerCall | null> {
  if (call.vouchers !== null) return null;
  const worth = template && { ...template, value: value ?? template.value };
  return { ...call, vouchers: await issueVouchers(ctx, worth, quantity, startDate ?? today) };
}

/** Returns the answer to a call from its outcome, new or stored. */
function issuedOutcome({ frame, changed }: IssueToCustomerDone): VouchersIssued {
  const { customer, template, channels, notes } = frame;
  const vouchers = changed.map((voucher) => ({
    ...{ ...voucher, isActive: true, isGenerated: false, notes, channels: [...channels] },
    template: {
      id: template.id,
      name: template.name,
      shortDescription: template.shortDescription,
      description: template.description,
      instructions: template.instructions,
      termsAndConditions: template.termsAndConditions,
      pictureUrl: template.pictureUrl,
      extraData: template.extraData,
    },
  }));
  return { vouchers, customer };
}
