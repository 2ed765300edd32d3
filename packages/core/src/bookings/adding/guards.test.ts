import { GuardRefused } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { guardless, keyOf, runFor, whileHeld, whileItWaits } from "../../testing/index.ts";
import { openTables } from "./add-booking.cases.ts";
import { addings } from "./add-booking.ts";

// The budgets of bookings, whose rows several calls of a batch share. Without a part of the statement the wrong
// effect must appear, which proves that the part is needed.

const t = harnessOfFile({ isOwn: true, isAudited: false });

const { statement, without } = addings;
const unallotted = without({ allots: true });

async function setting() {
  const { merchant, call } = await openTables(t);
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  return { merchant, call, run };
}

/** A setting whose calls share the budget of a phone number, which allows one more booking. */
async function oneIsLeft() {
  const { call, ...rest } = await setting();
  const { phoneSubject } = await call({ budget: { spent: 4 } });
  return { ...rest, call: () => call({ call: { phoneSubject } }) };
}

const answerOf = (answer: unknown) => (answer instanceof GuardRefused ? "refused" : answer);

test.each([
  ["as many are done as are left", statement, [true, false]],
  ["without the allotment the statement fails", unallotted, "refused"],
])("calls of one batch with one phone number: %s", async (_, one, done) => {
  const { call, run } = await oneIsLeft();
  expect(answerOf(await run(one, [await call(), await call()]))).toEqual(done);
});

test("the budgets of a phone number and of a store can have the same subject", async () => {
  const { call, run } = await setting();
  const first = await call();
  const phoneSubject = first.storeSubject;
  expect(await run(statement, [{ ...first, phoneSubject }])).toEqual([true]);
  expect(await run(statement, [await call({ call: { phoneSubject } })])).toEqual([true]);
});

test.each([
  ["it is not done", statement, [false]],
  ["without the allotment the statement fails", unallotted, "refused"],
])("the last booking with the phone number is made meanwhile: %s", async (_, one, done) => {
  const { merchant, call, run } = await oneIsLeft();
  const waiting = await call();
  const change = {
    lock: "select 1 from budgets where merchant_id = $1 and spent = 4 for update",
    change: "update budgets set spent = 5 where merchant_id = $1 and spent = 4 and most = 5",
  };
  const running = () => run(one, [waiting], "wait");
  expect(answerOf(await whileItWaits(t, merchant.id, change, running))).toEqual(done);
});

/** Another transaction spends all five bookings of a phone number whose budget had no row. */
const firstFive = {
  lock: `insert into budgets (merchant_id, budget, subject, started_at, ends_at, spent, most)
    values ($1, 'bookingsOfPhone', 'new', now(), now() + interval '1 hour', 5, 5)`,
  change: "select $1::bigint",
};
const limit =
  /where b\.ends_at <= excluded\.started_at or b\.spent \+ excluded\.spent <= excluded\.most/;
const unlimited = guardless(statement)(limit);

test.each([
  ["the statement fails", statement, "refused"],
  ["without the limit it breaks a constraint", unlimited, "23514"],
  ["without its end it books and counts nothing", without({ end: true }), [true]],
])("all bookings with a new number are made meanwhile: %s", async (_, one, done) => {
  const { merchant, call, run } = await setting();
  const waiting = await call({ call: { phoneSubject: "new" } });
  const running = () => run(one, [waiting], "wait");
  expect(answerOf(await whileItWaits(t, merchant.id, firstFive, running))).toEqual(done);
});

test("the key of one call is written meanwhile: the other calls of its batch are done", async () => {
  const { merchant, call, run } = await setting();
  const calls = [await call({ call: { key: "k", fingerprint: "f" } }), await call()];
  const running = () => run(statement, calls);
  expect(await whileItWaits(t, merchant.id, keyOf(addings.name), running)).toEqual([false, true]);
});

describe("a held budget that is used up", () => {
  test.each([
    ["is not waited for", statement, [false]],
    ["is, if it is not looked at first", without({ check: "budgetsAreLeft" }), "waits"],
  ])("%s", async (_, one, answer) => {
    const { merchant, call, run } = await setting();
    const spent = await call({ budget: { spent: 5 } });
    const held = "select 1 from budgets where merchant_id = $1 for update";
    const running = () => run(one, [spent], "wait");
    expect(await whileHeld(t, merchant.id, held, running)).toEqual(answer);
  });
});

describe("two batches side by side, again and again until nothing more is done", () => {
  async function untilNothingIsDone(one: typeof statement) {
    const { merchant, call } = await openTables(t);
    const place = { merchantId: merchant.id, offsetMs: 0 };
    const shared = { call: { phoneSubject: "5" } };
    let open = await Promise.all(Array.from({ length: 16 }, () => call(shared)));
    // the first booking inserts the rows of the budgets
    await one.run(t.db, place, open.splice(0, 1), "skip");
    for (let before = 16; open.length < before; ) {
      before = open.length;
      const half = Math.ceil(before / 2);
      const rows = await Promise.all(
        [open.slice(0, half), open.slice(half)]
          .filter(({ length }) => length > 0)
          .map((batch) => one.run(t.db, place, batch, "skip")),
      );
      open = open.filter((_, n) => !rows.flat()[n]?.isDone);
    }
    return 16 - open.length;
  }

  test("five of 16 calls with one phone number are done", async () => {
    expect(await untilNothingIsDone(statement)).toBe(5);
  });

  test("without the guard more are done, where no constraint stops them", async () => {
    const unguarded = guardless(unallotted)(limit);
    await t.db.execute("alter table budgets drop constraint budgets_spent");
    expect(await untilNothingIsDone(unguarded)).toBeGreaterThan(5);
    await t.db.execute("update budgets set spent = most where spent > most");
    await t.db.execute(
      "alter table budgets add constraint budgets_spent check (spent between 1 and most)",
    );
  });
});
