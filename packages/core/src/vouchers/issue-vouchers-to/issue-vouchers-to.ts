import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { again, keyOf } from "../../writing/index.ts";
import { issueVouchers } from "../issue-vouchers.ts";
import {
  type Issued,
  type IssueInput,
  type IssueSeen,
  refuseIssue,
} from "./issue-vouchers-to.rules.ts";
import { type IssueCall, issues, operation } from "./issue-vouchers-to.sql.ts";

/**
 * Issues one voucher of a template to each customer. If one cannot be issued, none is. The vouchers are valid
 * from today in the merchant's calendar. Throws `invalid_voucher_template`, `invalid_user`, and `invalid`
 * for a dynamic template without a value.
 */
export async function issueVouchersTo(
  ctx: CoreContext,
  { templateId, customerIds, reason }: IssueInput,
): Promise<readonly Issued[]> {
  const call: IssueCall = {
    ...(await auditOf(ctx, { subject: `voucher template ${templateId}`, reason })),
    template: templateId,
    customers: [...new Set(customerIds)],
    vouchers: null,
    details: null,
    ...keyOf(ctx),
  };
  const { changed } = await again(ctx, {
    operation: { name: operation, statement: issues, subjects: () => [], weight },
    call,
    complete: (sent, seen) => complete(ctx, sent, seen),
    refuse: refuseIssue,
  });
  return changed;
}

const weight = ({ vouchers, customers }: IssueCall) => (vouchers === null ? 0 : customers.length);

/** Returns the call with new vouchers. Returns null if the call already has vouchers. */
async function complete(
  ctx: CoreContext,
  call: IssueCall,
  { template, today }: IssueSeen,
): Promise<IssueCall | null> {
  if (call.vouchers !== null) return null;
  const made = await issueVouchers(ctx, template, call.customers.length, today);
  const vouchers = made.map((voucher, n) => ({
    ...voucher,
    customerId: call.customers[n] ?? null,
  }));
  const details = { vouchers: vouchers.map(({ id, customerId }) => ({ id, customerId })) };
  return { ...call, vouchers, details };
}
