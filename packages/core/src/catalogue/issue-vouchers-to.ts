import type { CoreContext } from "../context.ts";
import { unknownCustomer } from "../customers/index.ts";
import { Failure } from "../failures.ts";
import { issueVouchers } from "../redemptions/index.ts";
import { loadIssueScene, saveIssued, type VoucherFor } from "./issuing.store.ts";

/** One voucher for each customer, at most 500 at once. */
export type IssueInput = {
  readonly templateId: number;
  readonly customerIds: readonly number[];
  /** Stands on the record. */
  readonly reason: string | null;
};

/**
 * Issues a voucher of a template to each of the customers, all or none; they work from today in the
 * merchant's calendar. Refuses invalid_voucher_template and invalid_user.
 */
export async function issueVouchersTo(
  ctx: CoreContext,
  { templateId, customerIds, reason }: IssueInput,
): Promise<readonly { readonly id: number; readonly code: string; readonly customerId: number }[]> {
  const chosen = [...new Set(customerIds)];
  const { template, today, unknownCustomers } = await loadIssueScene(ctx, templateId, chosen);
  if (!template)
    throw new Failure({
      code: "invalid_voucher_template",
      field: "templateId",
      message: "There is no such voucher template.",
    });
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
  await saveIssued(ctx, vouchers, {
    action: "catalogue.issueVouchers",
    subject: `voucher template ${templateId}`,
    reason,
    details: { vouchers: vouchers.map(({ id, customerId }) => ({ id, customerId })) },
  });
  return vouchers.map(({ id, code, customerId }) => ({ id, code, customerId: customerId ?? 0 }));
}
