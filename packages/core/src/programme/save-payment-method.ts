import { changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { loadMethod, type PaymentMethod, upsertMethod } from "./payment-methods.sql.ts";

export type { PaymentMethod };

/**
 * Adds a method of payment or changes the one with the same code, with an audit entry. Repeating it
 * changes nothing. Sales that exist keep what they earned.
 */
export async function savePaymentMethod(ctx: CoreContext, method: PaymentMethod): Promise<void> {
  const changes = changesOf(await loadMethod(ctx, method.code), method);
  if (Object.keys(changes).length) await upsertMethod(ctx, method, changes);
}
