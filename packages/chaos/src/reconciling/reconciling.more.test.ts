import { type OpenHarness, openOwnHarness } from "@stampbook/core/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reconcileDay } from "./reconcile-day.ts";

// The long version is a command: npm run chaos -- reconcile --count 500

let harness: OpenHarness;
beforeAll(async () => {
  harness = await openOwnHarness();
});
afterAll(() => harness?.close());

it("a day with lost answers is reconciled by what reads back, and no call is sent again before", async () => {
  const { answered, cut, faults } = await reconcileDay(harness, { orders: 500 });
  expect(faults).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(cut.done).toBeGreaterThan(0);
  expect(cut.unknown).toBeGreaterThan(0);
});

it("negative control: without asking, the tables have redemptions and sales that nobody was told", async () => {
  const { cut, faults } = await reconcileDay(harness, { orders: 200, asks: false });
  expect(cut.unasked).toBeGreaterThan(0);
  expect(faults).toContainEqual(expect.stringContaining("nobody was told"));
});
