import { auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { loadChange } from "./load-change.ts";
import { clearPinTries } from "./pin-changing.store.ts";
import type { OfCustomer } from "./types.ts";

/** Staff say why; it stands on the record. */
export type UnblockPinInput = OfCustomer & { readonly reason?: string };

/**
 * Lifts the block of a PIN and clears both counts; changes nothing where there is no PIN. Refuses
 * invalid_user. Interface, endpoint 5.
 */
export async function unblockPin(
  ctx: CoreContext,
  { user, reason }: UnblockPinInput,
): Promise<void> {
  const { customer } = await loadChange(ctx, user);
  const subject = `customer ${customer.id}`;
  const entry = { action: "pin.unblock", subject, reason: reason ?? null };
  await clearPinTries(ctx, { ...(await auditParameters(ctx, entry)), customerId: customer.id });
}
