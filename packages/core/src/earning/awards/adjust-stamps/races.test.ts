import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { running, together, twoProcesses } from "../../../testing/index.ts";
import { adjustments, adjustStamps } from "./adjust-stamps.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const { id: customerId } = await t.given.customer(merchant, {}, { stamps: 10 });
  const entries = async () => ((await t.rows(merchant)).get("stampEntries")?.size ?? 0) - 1;
  return { merchant, entries, input: { customerId, delta: -1, reason: "Counted twice" } };
}

describe("calls of two processes", () => {
  test.each([
    ["the others are refused", adjustments.statement, true],
    [
      "without the check the database fails some of the others",
      adjustments.without({ check: "stampsAreHeld" }),
      false,
    ],
  ])("100 remove one stamp each from 10: %s", async (_, statement, areRefused) => {
    const { merchant, entries, input } = await setting();
    const processes = twoProcesses(t).map((process) => running(process, statement));
    const call = (writing: (typeof processes)[number]) =>
      adjustStamps({ ...t.as(merchant), writing }, input);
    const { done, insufficient_stamps: refused } = await together(processes, 100, call);
    expect(done).toBe(10);
    expect(refused === 90).toBe(areRefused);
    expect(await entries()).toBe(10);
  });

  test.each([
    ["with one key have one effect", true, 1],
    ["without keys have 10 effects", false, 10],
  ])("10 that remove one stamp %s", async (_, isKeyed, effects) => {
    const { merchant, entries, input } = await setting();
    const answers = await together(twoProcesses(t), 10, (writing) => {
      const ctx = isKeyed ? t.keyed(merchant, "k") : t.as(merchant);
      return adjustStamps({ ...ctx, writing }, input);
    });
    expect(answers).toEqual({ done: 10 });
    expect(await entries()).toBe(effects);
  });
});
