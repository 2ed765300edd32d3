import type { KnownCaller } from "../../../foundation/context.ts";
import type { Refusal } from "../../../foundation/failures.ts";
import { unknownSale } from "../../../machinery/facts/sales/sale.rules.ts";
import { mayActIn, otherStore } from "../../../running/merchants/store.rules.ts";

export { unknownSale };

/** Refuses an unknown sale, and a sale in a store that is not the caller's; else null. */
export function refuseRead(
  sale: { readonly store: { readonly id: number } } | null,
  caller: KnownCaller,
): Refusal | null {
  if (!sale) return unknownSale;
  return mayActIn(caller, sale.store.id) ? null : otherStore(caller, sale.store.id);
}
