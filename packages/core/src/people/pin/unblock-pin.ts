import { auditParameters } from "../../foundation/audit/index.ts";
import {
  purseOf,
  spendingOf,
  spendingParameters,
  withinBudgets,
} from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { OfCustomer } from "../credentials/index.ts";
import { loadChange } from "../credentials/index.ts";
import { pinBlockedForGood } from "./pin.rules.ts";
import { clearLapsingPinTries, clearPinTries } from "./pin-changing.sql.ts";

/** The customer, and the reason for the audit log if staff call. */
type UnblockPinInput = OfCustomer & { readonly reason?: string };

/**
 * Lifts the block of a PIN. Changes nothing if no PIN is set. Staff, who give a reason, set both counts of
 * wrong tries to 0. A token sets only the count that expires to 0, up to three times a day for a customer.
 * Throws `invalid_user`, `pin_blocked` and `too_many_attempts`. See interface, endpoint 5.
 */
export async function unblockPin(
  ctx: CoreContext,
  { user, reason }: UnblockPinInput,
): Promise<void> {
  const { customer } = await loadChange(ctx, user);
  const subject = `customer ${customer.id}`;
  const entry = { action: "pin.unblock", subject, reason: reason ?? null };
  const parameters = { ...(await auditParameters(ctx, entry)), customerId: customer.id };
  if (ctx.caller.kind === "staff") return clearPinTries(ctx, parameters);
  const spendings = [spendingOf("unblocksOfCustomer", customer.id)];
  const isOpen = await withinBudgets(purseOf(ctx), spendings, () =>
    clearLapsingPinTries(ctx, { ...parameters, ...spendingParameters(spendings) }),
  );
  if (!isOpen) throw new Failure(pinBlockedForGood);
}
