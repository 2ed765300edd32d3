import type { KnownCaller } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";

/** The refusal of a sale that the merchant does not have. */
export const unknownSale: Refusal = {
  code: "transaction_not_found",
  message: "Transaction not found",
  rule: "transaction exists",
};

/** Refuses an unknown sale, and a sale in a store that is not the caller's; else null. */
export function refuseRead(
  sale: { readonly store: { readonly id: number } } | null,
  caller: KnownCaller,
): Refusal | null {
  if (!sale) return unknownSale;
  return mayActIn(caller, sale.store.id) ? null : otherStore(caller, sale.store.id);
}
