import { auditParameters } from "../../foundation/audit/index.ts";
import {
  overBudget,
  purseOf,
  spendingOf,
  spendingParameters,
  withinBudgets,
} from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import type { OfCustomer } from "../credentials/index.ts";
import { loadChange } from "../credentials/index.ts";
import { clearOtpAllowance } from "./otp.sql.ts";

type ResetOtpLimitInput = OfCustomer;

/**
 * Lets a customer request one-time passwords again within the hour. Daily budgets stay spent, and wrong tries
 * of the present one-time password stay counted. Throws `invalid_user`, and `otp_limit_reached` after three
 * resets a day. Interface, endpoint 14.
 */
export async function resetOtpLimit(ctx: CoreContext, { user }: ResetOtpLimitInput): Promise<void> {
  const { customer } = await loadChange(ctx, user);
  const entry = { action: "otp.resetLimit", subject: `customer ${customer.id}` };
  const spendings = [spendingOf("limitResetsOfCustomer", customer.id)];
  const parameters = {
    ...(await auditParameters(ctx, entry)),
    ...spendingParameters(spendings),
    customerId: customer.id,
  };
  await withinBudgets(
    purseOf(ctx),
    spendings,
    () => clearOtpAllowance(ctx, parameters),
    (spent) => overBudget(spent, "otp_limit_reached"),
  );
}
