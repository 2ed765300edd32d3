import type { KnownCaller } from "../../context.ts";
import { unknownSale } from "../../facts/sales/sale.rules.ts";
import type { Refusal } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";

export { unknownSale };

/** Refuses an unknown sale, and a sale in a store that is not the caller's; else null. */
export function refuseRead(
  sale: { readonly store: { readonly id: number } } | null,
  caller: KnownCaller,
): Refusal | null {
  if (!sale) return unknownSale;
  return mayActIn(caller, sale.store.id) ? null : otherStore(caller, sale.store.id);
}
