import { auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { loadChange } from "./load-change.ts";
import { clearPinTries } from "./pin-changing.store.ts";
import type { OfCustomer } from "./types.ts";

export type UnblockPinInput = OfCustomer;

/**
 * Lifts the block of a PIN and clears both counts; changes nothing where there is no PIN. Refuses
 * invalid_user. Interface, endpoint 5.
 */
export async function unblockPin(ctx: CoreContext, { user }: UnblockPinInput): Promise<void> {
  const { customer } = await loadChange(ctx, user);
  const entry = { action: "pin.unblock", subject: `customer ${customer.id}` };
  await clearPinTries(ctx, { ...(await auditParameters(ctx, entry)), customerId: customer.id });
}
