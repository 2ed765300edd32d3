import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Guard,
  guardCases,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileItWaits,
} from "../../../testing/index.ts";
import { openSales } from "./cancel-sale.cases.ts";
import { saleCancels } from "./cancel-sale.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

describe("F1: vouchers that it issued are as they were seen", () => {
  const guards: readonly Guard[] = [
    {
      what: "a part of one is spent",
      change: rowsOf("vouchers", "remaining_value = value - 0.01"),
      guard: / and coalesce\(v\.remaining_value, 0\) = \(b\.issued_worths\)\[[^\]]*\]/,
    },
    {
      what: "one is redeemed",
      change: rowsOf("vouchers", "redeemed_at = now(), remaining_value = 0"),
      guard: /(?<=where )v\.count = coalesce\(cardinality\(b\.issued_ids\), 0\)/,
      instead: "true",
    },
  ];
  const fixed: Guard = {
    what: "a fixed one is redeemed",
    change: rowsOf("vouchers", "redeemed_at = now()"),
    guard: /(?<=v\.id = w\.id) and v\.redeemed_at is null/,
  };
  test.each([
    ...guardCases(saleCancels.statement, guards).map((one) => ({ ...one, voucher: {} })),
    ...guardCases(saleCancels.statement, [fixed]).map((one) => ({
      ...one,
      voucher: { value: null, remainingValue: null },
    })),
  ])("$what: $says", async ({ statement, change, expected, voucher }) => {
    const { merchant, call } = await openSales(t);
    const waiting = await call({ voucher });
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
  });
});
