import { openClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Guard,
  guardCases,
  guardless,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  running,
  together,
  twoProcesses,
  untilWaiting,
  whileAllWait,
  whileItWaits,
} from "../../../testing/index.ts";
import { addAward } from "../add-award/add-award.ts";
import { deductStamps } from "../deduct-stamps/deduct-stamps.ts";
import { openAwards } from "./cancel-award.cases.ts";
import { awardCancels, cancelAward } from "./cancel-award.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const { statement: cancelAwards } = awardCancels;
const without = guardless(cancelAwards);

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
  const unguarded = without(
    / and ms\.entry_number = b\.seen_entry| and \(a\.canceled_at is not null\) = b\.is_canceled|skip locked/g,
  );
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
  const unguarded = without(
    / and ms\.entry_number = b\.seen_entry| and \(b\.takes is null or ms\.stamps >= b\.takes\)|skip locked/g,
  );
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

describe("what the locks require to be as it was seen", () => {
  const canceled = rowsOf("stamp_awards", "canceled_at = now(), canceled_by = 'token:2'");
  const guards: readonly Guard[] = [
    {
      what: "the award is canceled",
      change: canceled,
      guard: / and \(a\.canceled_at is not null\) = b\.is_canceled/,
    },
    {
      what: "the ledger goes on",
      change: rowsOf("memberships", "entry_number = entry_number + 1"),
      guard: / and ms\.entry_number = b\.seen_entry/,
    },
  ];
  test.each(guardCases(cancelAwards, guards))("$what: $says", async (one) => {
    const { merchant, call } = await openAwards(t);
    const waiting = await call();
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const running = () => run(one.statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, running)).toEqual(one.expected);
  });
});

test.each([
  ["an award that was canceled before is not changed", cancelAwards, 1],
  ["without the guard its cancel is recorded again", without(/ and not s\.is_canceled/), 2],
])("%s", async (_, statement, cancels) => {
  const { merchant, call } = await openAwards(t);
  const again = await call({ award: { isCanceled: true } });
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  expect(await run(statement, [again])).toEqual([true]);
  const entries = (await t.rows(merchant)).get("auditEntries")?.values() ?? [];
  expect([...entries].filter(({ action }) => action === "stamps.cancel")).toHaveLength(cancels);
});
