import { type OpenHarness, openHarness } from "@stampbook/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expiryJob } from "./expiry-job.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

/**
 * Runs the job twice for two merchants, each with three customers whose stamps have expired. Returns what it
 * logged.
 */
async function logOf(tellsEveryMs?: number) {
  for (let m = 0; m < 2; m++) {
    const merchant = await t.given.merchant();
    for (let n = 0; n < 3; n++)
      await t.given.customer(merchant, {}, { stamps: 5, nextExpiryOn: "2020-01-01" });
  }
  const lines: unknown[] = [];
  const job = expiryJob({ info: (values, line) => lines.push([line, values]) }, tellsEveryMs);
  await job(t.deps, () => false);
  await job(t.deps, () => false);
  return lines;
}

test("a run that writes something logs it, and one that does not is silent", async () => {
  expect(await logOf()).toEqual([["expired stamps were taken", { customers: 6 }]]);
});

test("a long run logs how far it is", async () => {
  expect(await logOf(0)).toEqual([
    ["expired stamps are being taken", { customers: 3 }],
    ["expired stamps are being taken", { customers: 6 }],
    ["expired stamps were taken", { customers: 6 }],
  ]);
});
