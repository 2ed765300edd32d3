import type { CoreContext } from "../context.ts";
import { Failure, unknownCustomer } from "../failures.ts";
import { issueVouchers } from "../redemptions/index.ts";
import { type Keyed, once } from "../retries/index.ts";
import { checkIssuing } from "./catalogue.rules.ts";
import { type Issued, loadIssueScene, saveIssued, type VoucherFor } from "./issuing.store.ts";

/** One voucher for each customer, at most 500 customers. */
export type IssueInput = {
  readonly templateId: number;
  readonly customerIds: readonly number[];
  /** Recorded in the audit entry. */
  readonly reason: string | null;
};

/**
 * Issues a voucher of a template to each of the customers, all or none. They are valid from today in the
 * merchant's calendar. Refuses invalid_voucher_template, a template whose vouchers would have no value,
 * and invalid_user.
 */
export function issueVouchersTo(ctx: CoreContext, input: IssueInput): Promise<readonly Issued[]> {
  const operation = "catalogue.issueVouchers";
  return once(ctx, { operation, give: (keyed) => issue(ctx, input, keyed) });
}

async function issue(
  ctx: CoreContext,
  { templateId, customerIds, reason }: IssueInput,
  keyed: Keyed,
): Promise<readonly Issued[]> {
  const chosen = [...new Set(customerIds)];
  const { template, today, unknownCustomers } = await loadIssueScene(ctx, templateId, chosen);
  if (!template)
    throw new Failure({
      code: "invalid_voucher_template",
      field: "templateId",
      message: "There is no such voucher template.",
    });
  const refusal = checkIssuing(template);
  if (refusal) throw new Failure(refusal);
  if (unknownCustomers.length)
    throw new Failure({
      ...unknownCustomer,
      field: "customerIds",
      message: `Customer ${unknownCustomers.slice(0, 10).join(", ")} not found`,
    });
  const made = await issueVouchers(ctx, template, chosen.length, today);
  const vouchers = made.map(
    (voucher, at): VoucherFor => ({ ...voucher, customerId: chosen[at] ?? null }),
  );
  const change = {
    action: keyed.operation,
    subject: `voucher template ${templateId}`,
    reason,
    details: { vouchers: vouchers.map(({ id, customerId }) => ({ id, customerId })) },
  };
  return saveIssued(ctx, vouchers, change, keyed);
}
