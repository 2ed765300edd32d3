import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type Reader, required } from "../reading.ts";
import { amountLess, quantity, quantityLess, saleAmount } from "./decimals.ts";
import { moment } from "./moment.ts";

/** A reader's result for a value, or the code of its refusal. */
function read(reader: Reader<string, unknown>, value: unknown) {
  const parsed = z.object({ field: required(reader) }).safeParse({ field: value });
  if (parsed.success) return parsed.data.field;
  const [issue] = parsed.error.issues;
  return issue?.code === "custom" ? issue.params?.code : issue;
}

describe("an amount of a sale", () => {
  it.each([
    [0, "0.00"],
    ["0", "0.00"],
    [95_000, "95000.00"],
    [" 95000.5 ", "95000.50"],
    ["12.", "12.00"],
    ["0012.30", "12.30"],
    [12.345, "12.35"],
    ["12.344999", "12.34"],
    ["0.005", "0.01"],
    [1e-7, "0.00"],
    ["999999999999.99", "999999999999.99"],
    ["999999999999.995", "invalid"],
    ["1000000000000", "invalid"],
    [`${"0".repeat(1_000)}12.5`, "12.50"],
    [1e12, "invalid"],
    [-1, "invalid"],
    ["1e3", "invalid"],
    ["1,000", "invalid"],
    [true, "invalid"],
    [{}, "invalid"],
  ])("reads %j as %s", (value, wanted) => expect(read(saleAmount, value)).toBe(wanted));
});

describe("what is taken off an amount", () => {
  it.each([
    [0, "0.00"],
    ["-0", "0.00"],
    ["-0.001", "0.00"],
    [-25_000, "-25000.00"],
    ["-12.345", "-12.35"],
    [1, "invalid"],
    ["+1", "invalid"],
    ["0.01", "invalid"],
  ])("reads %j as %s", (value, wanted) => expect(read(amountLess, value)).toBe(wanted));
});

it("S4: a number is refused by its length, before it is computed", () => {
  const compute = vi.spyOn(globalThis, "BigInt");
  expect(read(saleAmount, "9".repeat(50_000))).toBe("invalid");
  expect(read(amountLess, `-${"9".repeat(50_000)}`)).toBe("invalid");
  expect(read(quantity, "9".repeat(50_000))).toBe("invalid");
  expect(compute).not.toHaveBeenCalled();
  compute.mockRestore();
});

describe("quantities", () => {
  it.each([
    [1, "1.000"],
    ["0.2505", "0.251"],
    [-1, "invalid"],
  ])("reads %j as %s", (value, wanted) => expect(read(quantity, value)).toBe(wanted));

  it.each([
    [-1, "-1.000"],
    ["-0.0004", "0.000"],
    [1, "invalid"],
  ])("reads %j as %s", (value, wanted) => expect(read(quantityLess, value)).toBe(wanted));
});

describe("a moment", () => {
  it.each([
    ["2026-03-15T12:30:00Z", "2026-03-15T12:30:00.000Z"],
    ["2026-03-15T12:30:00.1234567+07:00", "2026-03-15T05:30:00.123Z"],
    ["2026-03-15T12:30:00+07", "2026-03-15T05:30:00.000Z"],
    ["2026-03-15T12:30:00-0330", "2026-03-15T16:00:00.000Z"],
    ["2026-03-15 12:30+07:00", "2026-03-15T05:30:00.000Z"],
    ["2026-03-15T12:30:00.5z", "2026-03-15T12:30:00.500Z"],
    ["2026-03-15T12:30:00", "invalid"],
    ["2026-02-30T12:30:00Z", "invalid"],
    ["2026-03-15T25:30:00Z", "invalid"],
    ["2026-03-15T12:30:00+25:00", "invalid"],
    ["2026-03-15", "invalid"],
    ["0000-03-15T12:30:00Z", "invalid"],
    [1_773_550_000, "invalid"],
  ])("reads %j as %s", (value, wanted) => expect(read(moment, value)).toBe(wanted));
});
