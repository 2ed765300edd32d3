import type { KnownCaller } from "../context.ts";
import { notPermitted, type Refusal } from "../failures.ts";
import { codeKeyOf } from "./code.rules.ts";
import type { StoreNow, StoreRef } from "./types.ts";

/** What a store parameter could be: an id where it is one, and a code. */
export function readStoreRef(store: StoreRef): { storeId: number | null; storeCode: string } {
  const text = String(store).trim();
  const id = /^[0-9]{1,16}$/.test(text) ? Number(text) : null;
  return {
    storeId: id !== null && Number.isSafeInteger(id) ? id : null,
    storeCode: codeKeyOf(text),
  };
}

/** Whether the caller may act in this store at all. Source: decisions, section 7. */
export function mayActIn(caller: KnownCaller, storeId: number): boolean {
  return caller.stores === null || caller.stores.includes(storeId);
}

/** The refusal of a store that is not the caller's: 403, before anything else of the state. */
export const otherStore: Refusal = {
  ...notPermitted,
  rule: "caller may act in the store",
};

/** Whether the store exists, is the caller's, and is open for business. */
export function checkStore(store: StoreNow | null, caller: KnownCaller): Refusal | null {
  if (!store) return { code: "invalid_store", message: "Store not found", rule: "store exists" };
  if (!mayActIn(caller, store.id)) return otherStore;
  if (!store.isActive)
    return {
      code: "invalid_store",
      message: `Store ${store.name} is not active`,
      rule: "store is active",
      expected: "active",
      found: "not active",
    };
  return null;
}
