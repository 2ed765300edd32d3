import { describe, expect, test } from "vitest";
import type { KnownCaller } from "../../foundation/context.ts";
import { kemang, tokenOf } from "../../testing/values.ts";
import { checkStore, mayActIn, readStoreRef } from "./store.rules.ts";
import type { StoreNow, StoreRef } from "./types.ts";

const cashier: KnownCaller = {
  kind: "staff",
  merchant: tokenOf(null).merchant,
  userId: "u1",
  role: "cashier",
  stores: [32],
};
const closed = { ...kemang, isActive: false };

describe("a store parameter", () => {
  test.each<[string, StoreRef, number | null, string]>([
    ["an id", 32, 32, "32"],
    ["an id as text", " 32 ", 32, "32"],
    ["a code, in any case", "k1", null, "K1"],
    ["digits are an id or a code", "007", 7, "007"],
    ["a negative number", -3, null, "-3"],
    ["half a store", 1.5, null, "1.5"],
    ["beyond 2^53", "9007199254740993", null, "9007199254740993"],
  ])("%s", (_, given, storeId, storeCode) => {
    expect(readStoreRef(given)).toEqual({ storeId, storeCode });
  });
});

describe("where a caller may act", () => {
  test.each<[string, KnownCaller, boolean]>([
    ["a token without limits", tokenOf(null), true],
    ["a token of this store", tokenOf([31, 32]), true],
    ["a token of other stores", tokenOf([31]), false],
    ["a token of no store", tokenOf([]), false],
    ["a cashier of this store", cashier, true],
  ])("%s", (_, caller, may) => {
    expect(mayActIn(caller, 32)).toBe(may);
  });
});

describe("a store", () => {
  test.each<[string, StoreNow | null, KnownCaller, string | undefined]>([
    ["open and allowed", kemang, tokenOf([32]), undefined],
    ["unknown", null, tokenOf(null), "invalid_store"],
    ["unknown to a limited token too", null, tokenOf([31]), "invalid_store"],
    ["not the caller's", kemang, tokenOf([31]), "permission_denied"],
    ["closed", closed, tokenOf(null), "invalid_store"],
    ["not the caller's before closed", closed, tokenOf([31]), "permission_denied"],
  ])("%s", (_, store, caller, code) => {
    expect(checkStore(store, caller)?.code).toBe(code);
  });

  test("a closed one is named", () => {
    expect(checkStore(closed, tokenOf(null))?.message).toBe("Store Kemang is not active");
  });
});
