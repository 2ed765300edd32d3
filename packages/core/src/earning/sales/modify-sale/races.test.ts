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
import { openModified } from "./modify-sale.cases.ts";
import { saleModifications } from "./modify-sale.ts";

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
  ];
  test.each(guardCases(saleModifications.statement, guards))("$what: $says", async (one) => {
    const { merchant, call } = await openModified(t);
    const waiting = await call();
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const running = () => run(one.statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, running)).toEqual(one.expected);
  });
});
