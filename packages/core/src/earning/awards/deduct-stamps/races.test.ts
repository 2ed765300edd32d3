import { describe, expect, test } from "vitest";
import { redeemReward } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import {
  guardless,
  plain,
  rowsOf,
  running,
  together,
  twoProcesses,
  whileItWaits,
} from "../../../testing/index.ts";
import { deductStamps, stampDeductions } from "./deduct-stamps.ts";

// closes the database without an audit: another transaction leaves stamps without entries
const t = harnessOfFile({ isAudited: false });

/** Makes a member with 10 stamps. */
async function setting() {
  const merchant = await t.given.merchant();
  const { id, email } = await t.given.customer(merchant, {}, { stamps: 10 });
  const entries = async () => ((await t.rows(merchant)).get("stampEntries")?.size ?? 0) - 1;
  const stamps = async () =>
    (await t.rows(merchant)).get("memberships")?.get(String(id))?.stamps ?? null;
  return { merchant, entries, stamps, input: { user: email, stamps: 1, notes: "Counted twice" } };
}

describe("calls of two processes", () => {
  test.each([
    ["the others are refused", stampDeductions.statement, true],
    [
      "without the check the database fails some of the others",
      stampDeductions.without({ check: "stampsAreHeld" }),
      false,
    ],
  ])("100 take one stamp each from 10: %s", async (_, statement, areRefused) => {
    const { merchant, entries, input } = await setting();
    const processes = twoProcesses(t).map((process) => running(process, statement));
    const { done, insufficient_stamps: refused } = await together(processes, 100, (writing) =>
      deductStamps({ ...t.as(merchant), writing }, input),
    );
    expect(done).toBe(10);
    expect(refused === 90).toBe(areRefused);
    expect(await entries()).toBe(10);
  });

  test.each([
    ["with one key have one effect", true, 1],
    ["without keys have 10 effects", false, 10],
  ])("10 that take one stamp %s", async (_, isKeyed, effects) => {
    const { merchant, entries, input } = await setting();
    const answers = await together(twoProcesses(t), 10, (writing) => {
      const ctx = isKeyed ? t.keyed(merchant, "k") : t.as(merchant);
      return deductStamps({ ...ctx, writing }, input);
    });
    expect(answers).toEqual({ done: 10 });
    expect(await entries()).toBe(effects);
  });

  test("20 that take one stamp each and 20 that redeem one: 10 of them do", async () => {
    const { merchant, stamps, input } = await setting();
    const store = await t.given.store(merchant);
    const { id: reward } = await t.given.reward(merchant, { stampsToRedeem: 1 });
    const redeeming = { ...plain, user: input.user, store: store.id, reward, qty: 1, stamps: null };
    const answers = await together(twoProcesses(t), 40, (writing, n) => {
      const ctx = { ...t.as(merchant), writing };
      return (n >> 1) % 2 ? redeemReward(ctx, redeeming) : deductStamps(ctx, input);
    });
    expect(answers).toEqual({ done: 10, insufficient_stamps: 30 });
    expect(await stamps()).toBe(0);
  });
});

describe("while a deduction of 3 waits, another transaction leaves 4 of 10 stamps", () => {
  const fromSeen = guardless(stampDeductions.statement)(
    /set stamps = ms\.stamps \+ l\.delta/,
    "set stamps = (select (b.membership->>'stamps')::bigint from seen b) + l.delta",
  );
  test.each([
    ["it takes from what is left", stampDeductions.statement, 1],
    ["computed from what was seen, the others come back", fromSeen, 7],
  ])("%s", async (_, statement, after) => {
    const { merchant, stamps, input } = await setting();
    const ctx = { ...t.as(merchant), writing: running(twoProcesses(t)[0], statement) };
    await whileItWaits(t, merchant.id, rowsOf("memberships", "stamps = 4"), () =>
      deductStamps(ctx, { ...input, stamps: 3 }),
    );
    expect(await stamps()).toBe(after);
  });
});
