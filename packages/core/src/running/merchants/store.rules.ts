import { codeKeyOf } from "../../foundation/comparing.rules.ts";
import type { KnownCaller } from "../../foundation/context.ts";
import { notPermitted, type Refusal } from "../../foundation/failures.ts";
import type { StoreNow, StoreRef } from "./types.ts";

/** Reads a store parameter both as an id and as a code. `storeId` is null if the text cannot be an id. */
export function readStoreRef(store: StoreRef): { storeId: number | null; storeCode: string } {
  const text = String(store).trim();
  const id = /^[0-9]{1,16}$/.test(text) ? Number(text) : null;
  return {
    storeId: id !== null && Number.isSafeInteger(id) ? id : null,
    storeCode: codeKeyOf(text),
  };
}

/** Returns whether the caller may act in the store. See decisions, section 7. */
export function mayActIn(caller: KnownCaller, storeId: number): boolean {
  return caller.stores === null || caller.stores.includes(storeId);
}

/**
 * The refusal of a store outside the caller's stores (status 403). The order of the checks: docs/limits.md.
 */
export function otherStore(caller: KnownCaller, storeId: number): Refusal {
  const message = `This token may not act in store ${storeId}.`;
  return {
    ...notPermitted,
    rule: "caller may act in the store",
    ...(caller.kind === "token" && { denied: { code: "other_store", message } }),
  };
}

/** The refusal if the merchant has no such store. */
export const unknownStore: Refusal = {
  code: "invalid_store",
  message: "Store not found",
  rule: "store exists",
};

/** The refusal of a store that is not active. */
export const inactiveStore = ({ name }: Pick<StoreNow, "name">): Refusal => ({
  code: "invalid_store",
  message: `Store ${name} is not active`,
  rule: "store is active",
  expected: "active",
  found: "not active",
});

/**
 * Refuses a store that does not exist, is outside the caller's stores, or is inactive. Null if it may be
 * used.
 */
export function checkStore(store: StoreNow | null, caller: KnownCaller): Refusal | null {
  if (!store) return unknownStore;
  if (!mayActIn(caller, store.id)) return otherStore(caller, store.id);
  return store.isActive ? null : inactiveStore(store);
}
