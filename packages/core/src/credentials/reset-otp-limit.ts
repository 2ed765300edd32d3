import { auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { loadChange } from "./load-change.ts";
import { clearOtpAllowance } from "./otp.store.ts";
import type { OfCustomer } from "./types.ts";

export type ResetOtpLimitInput = OfCustomer;

/**
 * Lets a customer request one-time passwords anew; wrong guesses at a live one stay counted. Refuses
 * invalid_user. Interface, endpoint 14.
 */
export async function resetOtpLimit(ctx: CoreContext, { user }: ResetOtpLimitInput): Promise<void> {
  const { customer } = await loadChange(ctx, user);
  const entry = { action: "otp.resetLimit", subject: `customer ${customer.id}` };
  await clearOtpAllowance(ctx, { ...(await auditParameters(ctx, entry)), customerId: customer.id });
}
