import { type OpenHarness, openOwnHarness, redeemingOperations } from "@stampbook/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { awardingOperations, cancelingOfAwards } from "./awarding.ts";
import { loseAnswers } from "./lose-answers.ts";
import { repeatable } from "./repeatable.ts";
import { addingAnew, redeemingVisit, sellingOperations, visiting } from "./selling.ts";

// The long version is a command: npm run chaos -- lost-answers --times 100

let harness: OpenHarness;
beforeAll(async () => {
  harness = await openOwnHarness();
});
afterAll(() => harness.close());

describe.each(repeatable)("the answer of $name is lost", (operation) => {
  test.each([
    ["after the commit: the repeat is told the first answer", "after", 10, 10],
    ["before anything was done: the repeat does it", "before", 3, 0],
  ] as const)("%s", async (_, cut, times, replayed) => {
    const report = await loseAnswers(harness, operation, { times, cut });
    expect(report).toEqual({ operation: operation.name, cut, lost: times, replayed, faults: [] });
  });

  test("on the way, so that nobody knows: one effect all the same", async () => {
    const report = await loseAnswers(harness, operation, { times: 3, cut: "unknown" });
    expect(report).toMatchObject({ lost: 3, faults: [] });
  });
});

test.each([...redeemingOperations, ...awardingOperations, redeemingVisit])(
  "without a key $name is found out",
  async (operation) => {
    const report = await loseAnswers(harness, operation, {
      times: 1,
      cut: "after",
      withKey: false,
    });
    expect(report.lost).toBe(1);
    expect(report.faults).not.toEqual([]);
  },
);

test.each([...sellingOperations, cancelingOfAwards])(
  "without a key $name has one effect too",
  async (operation) => {
    const report = await loseAnswers(harness, operation, {
      times: 3,
      cut: "after",
      withKey: false,
    });
    expect(report).toMatchObject({ lost: 3, replayed: 0, faults: [] });
  },
);

test("negative control: a retry without a key and with another invoice number is found out", async () => {
  const report = await loseAnswers(harness, addingAnew, { times: 1, cut: "after", withKey: false });
  expect(report.faults).toContain("time 1: 3 effects");
});

test("without a key a visit with a sale is refused again, so nothing is redeemed twice", async () => {
  const lost = { times: 2, cut: "after", withKey: false } as const;
  const { faults } = await loseAnswers(harness, visiting, lost);
  expect(faults).toEqual([
    "time 1: the second call got refused: duplicate_invoice_number",
    "time 2: the second call got refused: duplicate_invoice_number",
  ]);
});
