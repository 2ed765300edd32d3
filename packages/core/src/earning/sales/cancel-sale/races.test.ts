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

describe("what the locks require to be as it was seen", () => {
  const canceled = "status = 'Canceled', canceled_at = now(), canceled_by = 'token:2'";
  const guards: readonly Guard[] = [
    {
      what: "the sale is canceled",
      change: rowsOf("transactions", canceled),
      guard: / and x\.status = b\.status/,
    },
    {
      what: "the ledger goes on",
      change: rowsOf("memberships", "entry_number = entry_number + 1"),
      guard: / and ms\.entry_number = b\.seen_entry/,
    },
    {
      what: "the level changes",
      change: rowsOf("memberships", "level = 200"),
      guard: / and ms\.level = b\.level_before/,
    },
    {
      what: "the level's last day changes",
      change: rowsOf("memberships", "level_until = '2099-01-01'"),
      guard: / and ms\.level_until is not distinct from b\.until_before/,
    },
    {
      what: "the customer is anonymized",
      change: rowsOf("customers", "anonymized_at = now()"),
      guard: / and \(u\.anonymized_at is null\) = b\.is_named/,
    },
    {
      what: "F1: a part of a voucher that it issued is spent",
      change: rowsOf("vouchers", "remaining_value = value - 0.01"),
      guard: / and coalesce\(v\.remaining_value, 0\) = \(b\.issued_worths\)\[[^\]]*\]/,
    },
    {
      what: "F1: a voucher that it issued is redeemed",
      change: rowsOf("vouchers", "redeemed_at = now(), remaining_value = 0"),
      guard: /(?<=where )v\.count = coalesce\(cardinality\(b\.issued_ids\), 0\)/,
      instead: "true",
    },
  ];
  test.each(guardCases(saleCancels.statement, guards))("$what: $says", async (one) => {
    const { merchant, call } = await openSales(t);
    const waiting = await call();
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const running = () => run(one.statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, running)).toEqual(one.expected);
  });
});
