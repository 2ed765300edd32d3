import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import {
  checkIssue,
  type IssueToCustomerInput,
  issueToCustomer,
  refusalOfIssue,
} from "../../../spending/issuing/index.ts";
import type { Judged } from "./judge-return.ts";
import { notForNobody } from "./return.rules.ts";
import type { ReturnInput } from "./types.ts";

/** Issues the voucher that a return names; null if it names none. Throws what `issueToCustomer` throws. */
export async function issueVoucher(ctx: CoreContext, input: ReturnInput, judged: Judged) {
  const issue = issueOf(input, judged);
  const issued = issue && (await issueToCustomer(ctx, issue).catch(onItsField));
  return issued?.vouchers[0] ?? null;
}

/** Throws what `issueVoucher` would throw now. Writes nothing. */
export async function checkVoucher(ctx: CoreContext, input: ReturnInput, judged: Judged) {
  const issue = issueOf(input, judged);
  if (issue) await checkIssue(ctx, issue).catch(onItsField);
}

function issueOf(
  { issue }: ReturnInput,
  { customer, storeDay: today }: Judged,
): IssueToCustomerInput | null {
  if (!issue) return null;
  if (!customer) throw new Failure(notForNobody);
  return { user: customer.id, ...issue, quantity: 1, startDate: null, today, notes: null };
}

function onItsField(error: unknown): never {
  throw error instanceof Failure
    ? new Failure(refusalOfIssue(error.refusal, "issue_voucher"))
    : error;
}
