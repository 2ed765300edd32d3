import { openClient } from "@stampbook/db/testing";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import {
  guardless,
  runFor,
  running,
  together,
  twoProcesses,
  untilWaiting,
  whileAllWait,
} from "../../../testing/index.ts";
import { addAward } from "../add-award/add-award.ts";
import { deductStamps } from "../deduct-stamps/deduct-stamps.ts";
import { openAwards } from "./cancel-award.cases.ts";
import { awardCancels, cancelAward } from "./cancel-award.ts";

// Closes the database without an audit: a statement without its guard leaves wrong rows.
const t = harnessOfFile({ isAudited: false });

const { statement: cancelAwards } = awardCancels;
/** Returns the statement with locks that wait instead of skipping. */
const waiting = (statement: typeof cancelAwards) => guardless(statement)(/skip locked/g);

/** Makes a member with an award of 9 stamps, and `others` stamps besides. */
async function setting(others = 5) {
  const merchant = await t.given.merchant();
  const { id: user } = await t.given.customer(merchant, {}, { stamps: others });
  const gift = { user, store: null, stamps: 9, notes: null, expiresOn: null };
  const { award } = await addAward(t.as(merchant), gift);
  const stamps = async () =>
    (await t.rows(merchant)).get("memberships")?.get(String(user))?.stamps ?? null;
  return { merchant, user, input: { user, award: award.id }, stamps };
}

describe("20 cancels of one award in two processes", () => {
  const unguarded = waiting(awardCancels.without({ asSeen: ["isCanceled", "seenEntry"] }));
  test.each([
    ["all are answered, and it goes back once", cancelAwards, { done: 20 }],
    ["without the guards the database fails the others", unguarded, { done: 19, 23505: 1 }],
  ])("%s", async (_, statement, expected) => {
    const { merchant, input, stamps } = await setting(20);
    const processes = twoProcesses(t).map((process) => running(process, statement));
    let answers: object = {};
    // both processes have read that the award is not canceled
    await whileAllWait(t, "stamp_awards", merchant.id, async () => {
      answers = await together(processes, 20, (writing) =>
        cancelAward({ ...t.as(merchant), writing }, input),
      );
    });
    expect(answers).toEqual(expected);
    expect(await stamps()).toBe(20);
  });
});

describe("a cancel of 9 and a deduction of 10, of 14 stamps", () => {
  const unguarded = waiting(awardCancels.without({ asSeen: "seenEntry", again: "stampsAreLeft" }));
  test("one of them is refused", async () => {
    const { merchant, user, input, stamps } = await setting();
    const processes = twoProcesses(t);
    const answers = await together(processes, 2, (writing, n) => {
      const ctx = { ...t.as(merchant), writing };
      return n === 0
        ? cancelAward(ctx, input)
        : deductStamps(ctx, { user, stamps: 10, notes: "a test" });
    });
    expect(answers).toEqual({ done: 1, insufficient_stamps: 1 });
    expect([4, 5]).toContain(await stamps());
  });

  test.each([
    ["the cancel is refused", cancelAwards, { insufficient_stamps: 1 }],
    ["without the guard the database fails it", unguarded, { 23514: 1 }],
  ])("while the cancel waits: %s", async (_, statement, expected) => {
    const { merchant, user, input } = await setting();
    const [first, second] = twoProcesses(t);
    const ctx = t.as(merchant);
    const sql = openClient(t.open.url, 1);
    let answers: object = {};
    await whileAllWait(t, "memberships", merchant.id, async () => {
      const deducting = deductStamps(
        { ...ctx, writing: first },
        { user, stamps: 10, notes: "a test" },
      );
      // The deduction waits first, so it is written first. The cancel has read 14 stamps.
      await untilWaiting(sql);
      answers = await together([running(second, statement)], 1, (writing) =>
        cancelAward({ ...ctx, writing }, input),
      );
      await deducting;
    });
    await sql.end();
    expect(answers).toEqual(expected);
  });
});

test.each([
  ["an award that was canceled before is not changed", cancelAwards, 1],
  [
    "without the guard its cancel is recorded again",
    guardless(cancelAwards)(/ and not s\.is_canceled/),
    2,
  ],
])("%s", async (_, statement, cancels) => {
  const { merchant, call } = await openAwards(t);
  const again = await call({ award: { isCanceled: true } });
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  expect(await run(statement, [again])).toEqual([true]);
  const entries = (await t.rows(merchant)).get("auditEntries")?.values() ?? [];
  expect([...entries].filter(({ action }) => action === "stamps.cancel")).toHaveLength(cancels);
});
