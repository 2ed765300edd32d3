import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { guardless, rowsOf, runFor, whileItWaits } from "../../../testing/index.ts";
import { openSales } from "./cancel-sale.cases.ts";
import { saleCancels } from "./cancel-sale.ts";

// Closes the database without an audit: a statement without its guard leaves wrong rows.
const t = harnessOfFile({ isAudited: false });

const { statement } = saleCancels;
const without = guardless(statement);

describe("F1: vouchers that it issued are as they were seen", () => {
  const part = / and coalesce\(v\.remaining_value, 0\) = \(b\.issued_worths\)\[[^\]]*\]/;
  const whole = /(?<=where )v\.count = coalesce\(cardinality\(b\.issued_ids\), 0\)/;
  const fixed = /(?<=v\.id = w\.id) and v\.redeemed_at is null/;
  const spent = "redeemed_at = now(), remaining_value = 0";
  const withoutValue = { value: null, remainingValue: null };
  test.each([
    ["a part of one is spent", "remaining_value = value - 0.01", without(part), {}],
    ["one is redeemed", spent, without(whole, "true"), {}],
    ["one without a value is redeemed", "redeemed_at = now()", without(fixed), withoutValue],
  ])("%s", async (_, change, unguarded, voucher) => {
    const done = async (one: typeof statement) => {
      const { merchant, call } = await openSales(t);
      const waiting = await call({ voucher });
      const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
      const running = () => run(one, [waiting], "wait");
      return whileItWaits(t, merchant.id, rowsOf("vouchers", change), running);
    };
    expect(await done(statement)).toEqual([false]);
    expect(await done(unguarded)).toEqual([true]);
  });
});
