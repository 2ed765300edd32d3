import { describe, expect, test } from "vitest";
import { allows, checkTokenInput, isScope, shownPrefix } from "./token.rules.ts";

const input = { merchantId: 1, name: "Till", scopes: ["pin"], stores: null, end: null };

describe("a token's words", () => {
  test.each([
    ["as it should be", input, undefined],
    ["all scopes", { ...input, scopes: ["*"] }, undefined],
    ["no name", { ...input, name: "  " }, "required"],
    ["a long name", { ...input, name: "x".repeat(256) }, "max_length"],
    [
      "a name of 255 characters that are two units each",
      { ...input, name: "😀".repeat(255) },
      undefined,
    ],
    ["no scope", { ...input, scopes: [] }, "invalid_choice"],
    ["an unknown scope", { ...input, scopes: ["pin", "admin"] }, "invalid_choice"],
  ])("%s", (_, input, code) => {
    expect(checkTokenInput(input)?.code).toBe(code);
  });

  test("an unknown scope is named, with those to choose from", () => {
    expect(checkTokenInput({ ...input, scopes: ["admin"] })?.message).toBe(
      "Unknown scope admin: choose from redemptions, redemptions.read, vouchers, transactions, transactions.read, programme, stamps, members, members.write, members.identity, members.manage, vouchers.issue, pin, password, otp, bookings, *",
    );
  });
});

test("scopes are a closed list", () => {
  expect(isScope("redemptions")).toBe(true);
  expect(isScope("Redemptions")).toBe(false);
});

test("a star allows all, a scope itself alone", () => {
  expect(allows(["*"], "otp")).toBe(true);
  expect(allows(["pin", "otp"], "otp")).toBe(true);
  expect(allows(["pin"], "otp")).toBe(false);
  expect(allows([], "otp")).toBe(false);
});

test("lists show four random characters of a secret", () => {
  expect(shownPrefix("sb_live_AbCdEfGh")).toBe("sb_live_AbCd");
});
