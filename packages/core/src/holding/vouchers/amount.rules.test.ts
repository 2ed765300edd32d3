import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canBeHeld, hundredths } from "./amount.rules.ts";

describe("an amount in hundredths", () => {
  test.each([
    ["0", 0n],
    ["0.00", 0n],
    ["0.01", 1n],
    ["0.1", 10n],
    ["1", 100n],
    ["1.5", 150n],
    ["12.34", 1234n],
    ["999999999999.99", 99999999999999n],
  ])("%s", (amount, all) => {
    expect(hundredths(amount)).toBe(all);
  });

  test("amounts compare as they count, where floats would not", () => {
    expect(0.1 + 0.2).toBeGreaterThan(0.3);
    expect(hundredths("0.1") + hundredths("0.2")).toBe(hundredths("0.30"));
  });

  test("every decimal of two places", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), (count) => {
        const places = String(count % 100n).padStart(2, "0");
        expect(hundredths(`${count / 100n}.${places}`)).toBe(count);
      }),
    );
  });
});

test.each([
  ["0.01", true],
  ["999999999999.99", true],
  ["1000000000000.00", false],
  ["9007199254740991.99", false],
])("whether a voucher could hold %s: %s", (amount, can) => expect(canBeHeld(amount)).toBe(can));
