import { GuardRefused } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookingCalls } from "../../testing/calls/booking-calls.ts";
import {
  type Change,
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  untilWaiting,
  whileItWaits,
} from "../../testing/index.ts";
import { localTime } from "../../testing/worlds/make-booking-world.ts";
import { addBookings, operation } from "./add-booking.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: statements without their guard wrote wrong rows.
afterAll(() => t?.open.close());

const without = guardless(addBookings);

const keyed = { key: "k", fingerprint: "f" } as const;
const isAffordable = /where p\.place <= p\.remaining/;

const answerOf = (answer: unknown) => (answer instanceof GuardRefused ? "refused" : answer);

/** Makes four bookings with the phone number 5551234, whose budget allows five. */
async function fourOfFive() {
  const calls = await bookingCalls(t);
  const call = () => calls.call({ phoneSubject: "5551234" });
  const four = [await call(), await call(), await call(), await call()];
  expect(await calls.run(addBookings, four)).toEqual([true, true, true, true]);
  return { ...calls, call };
}

describe("calls of one batch", () => {
  test.each([
    ["one is done", addBookings, [true, false]],
    ["without the guard the statement fails", without(/\(of_key = 1 [^)]*\)/, "true"), "21000"],
  ])("with one key: %s", async (_, statement, done) => {
    const { call, run } = await bookingCalls(t);
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["as many are done as are left", addBookings, [true, false]],
    ["without the guard none is", without(isAffordable), "refused"],
  ])("with one phone number: %s", async (_, statement, done) => {
    const { call, run } = await fourOfFive();
    expect(answerOf(await run(statement, [await call(), await call()]))).toEqual(done);
  });
});

test("the budgets of a phone number and of a store can have the same subject", async () => {
  const { store, call, run } = await bookingCalls(t);
  const phoneSubject = String(store.id);
  expect(await run(addBookings, [await call({ phoneSubject })])).toEqual([true]);
  expect(await run(addBookings, [await call({ phoneSubject })])).toEqual([true]);
});

const stores = (columns: string) => rowsOf("stores", columns);

/** A change by another transaction, the guard against it, and the text that replaces the guard. */
type Guard = readonly [what: string, change: Change, guard: RegExp, instead?: string];

const guards: readonly Guard[] = [
  [
    "the store is deactivated",
    stores("is_active = false"),
    /(?<=a\.store_id and )s\.is_active/,
    "true",
  ],
  [
    "the store is moved to where it is later",
    stores("timezone = 'Pacific/Kiritimati'"),
    /a\.date \+ a\.time >= date_trunc\('minute', a\.now at time zone s\.timezone\)/,
    "true",
  ],
  [
    "the store gets other hours",
    stores("opening_hours = '{}'"),
    /\(s\.opening_hours is null or exists \( select 1 from jsonb_to_recordset\(s\.opening_hours -> extract\(isodow from a\..*?(?= and \(s\.largest_party is null or a\.)/,
    "true",
  ],
  [
    "the store has a table less",
    stores("largest_party = 3"),
    / and \(s\.largest_party is null or a\.number_of_people <= s\.largest_party\)/,
  ],
];

describe("what another transaction changes while the statement waits", () => {
  test.each(
    guards.flatMap(([what, change, guard, instead]) => [
      { what, change, statement: addBookings, says: "it is not done", isDone: false },
      {
        ...{ what, change, statement: without(guard, instead) },
        ...{ says: "without the guard it is", isDone: true },
      },
    ]),
  )("$what: $says", async ({ change, statement, isDone }) => {
    const { merchant, call, run } = await bookingCalls(t);
    const { date, time } = localTime(Date.now() + 3_600_000, merchant.timezone);
    const waiting = await call({ date, time: time.slice(0, 5) });
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual([isDone]);
  });

  test.each([
    ["it is not done", addBookings, [false]],
    [
      "without the guard it is",
      without(
        /\(a\.date \+ a\.time\) at time zone s\.timezone at time zone s\.timezone = a\.date \+ a\.time/,
        "true",
      ),
      [true],
    ],
  ])("the store is moved to where the clock skips the time: %s", async (_, statement, done) => {
    const { merchant, call, run } = await bookingCalls(t);
    const waiting = await call({ date: "2099-03-08", time: "02:30" });
    const running = () => run(statement, [waiting], "wait");
    const change = stores("timezone = 'America/New_York'");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(done);
  });

  test.each([
    ["it is not done", addBookings, [false]],
    [
      "without the guard it is",
      without(/u\.id = a\.picked_id and u\.anonymized_at is null/, "u.id = a.picked_id"),
      [true],
    ],
  ])("the customer whom staff picked is anonymized: %s", async (_, statement, done) => {
    const { merchant, call, run } = await bookingCalls(t);
    const customer = await t.given.customer(merchant);
    const waiting = await call({ email: null, customer: customer.id });
    const change = rowsOf("customers", "anonymized_at = now()");
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(done);
  });

  test.each([
    ["it is not done", addBookings, [false]],
    ["without the guard the statement fails", without(isAffordable), "refused"],
  ])("the last booking with the phone number is made: %s", async (_, statement, done) => {
    const { merchant, call, run } = await fourOfFive();
    const waiting = await call();
    const change = {
      lock: "select 1 from budgets where merchant_id = $1 and spent = 4 for update",
      change: "update budgets set spent = 5 where merchant_id = $1 and spent = 4 and most = 5",
    };
    const running = () => run(statement, [waiting], "wait");
    expect(answerOf(await whileItWaits(t, merchant.id, change, running))).toEqual(done);
  });

  /** Another transaction spends all five bookings of a phone number whose budget had no row. */
  const firstFive = {
    lock: `insert into budgets (merchant_id, budget, subject, started_at, ends_at, spent, most)
      values ($1, 'bookingsOfPhone', '5551234', now(), now() + interval '1 hour', 5, 5)`,
    change: "select $1::bigint",
  };
  const fits =
    /where b\.ends_at <= excluded\.started_at or b\.spent \+ excluded\.spent <= excluded\.most/;

  test.each([
    ["the statement fails", addBookings, "refused"],
    ["without the guard it breaks a constraint", without(fits), "23514"],
    [
      "without the last one it books and counts nothing",
      without(/where case when \(select count\(\*\) from spent\).*$/),
      [true],
    ],
  ])("all bookings with a new number are made: %s", async (_, statement, done) => {
    const { merchant, call, run } = await bookingCalls(t);
    const waiting = await call({ phoneSubject: "5551234" });
    const running = () => run(statement, [waiting], "wait");
    expect(answerOf(await whileItWaits(t, merchant.id, firstFive, running))).toEqual(done);
  });

  test.each([
    ["it is not done", addBookings, [false]],
    [
      "without the guard it is",
      without(/where \(l\.key is null or exists \(select 1 from owned\)\)/),
      [true],
    ],
  ])("the key is written: %s", async (_, statement, done) => {
    const { merchant, call, run } = await bookingCalls(t);
    const waiting = await call(keyed);
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual(done);
  });

  test("the key of one call is written: the other calls of its batch are done", async () => {
    const { merchant, call, run } = await bookingCalls(t);
    const calls = [await call(keyed), await call()];
    const running = () => run(addBookings, calls);
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual([false, true]);
  });
});

/**
 * Returns "waits" if the statement waits for the locked rows of the budgets. Else returns the statement's
 * result.
 */
async function waits(
  { merchant, run }: Awaited<ReturnType<typeof bookingCalls>>,
  ...[statement, calls, locks]: Parameters<typeof run>
) {
  const sql = openClient(t.open.url, 2);
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`select 1 from budgets where merchant_id = ${merchant.id} for update`;
    const running = run(statement, calls, locks);
    const first = await Promise.race([running, untilWaiting(sql).then(() => "waits")]);
    await holder`rollback`;
    holder.release();
    await running;
    return first;
  } finally {
    await sql.end();
  }
}

describe("budgets whose rows are locked", () => {
  test.each([
    ["are not waited for", addBookings, [false]],
    [
      "without the guard they are",
      without(/where b\.subject is not null or not p\.has_row/),
      "waits",
    ],
  ])("by another statement %s", async (_, statement, answer) => {
    const calls = await fourOfFive();
    expect(await waits(calls, statement, [await calls.call()])).toEqual(answer);
  });

  test.each([
    ["are not waited for", addBookings, [false]],
    [
      "without the guard they are",
      without(/coalesce\(by_phone\.ends_at <= c\.now or by_phone\.spent < 5, true\)/, "true"),
      "waits",
    ],
  ])("and spent %s", async (_, statement, answer) => {
    const calls = await fourOfFive();
    expect(await calls.run(addBookings, [await calls.call()])).toEqual([true]);
    expect(await waits(calls, statement, [await calls.call()], "wait")).toEqual(answer);
  });
});
