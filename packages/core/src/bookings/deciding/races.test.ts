import { openClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decisionCalls } from "../../testing/calls/decision-calls.ts";
import {
  guardless,
  type OpenHarness,
  openHarness,
  rowsOf,
  untilWaiting,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { decideBookings } from "./decide-booking.sql.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: statements without their guard wrote wrong rows.
afterAll(() => t?.open.close());

const without = guardless(decideBookings);

describe("two decisions of one booking that wait for its row together", () => {
  test.each([
    ["one is done", decideBookings, [[false], [true]]],
    [
      "without the guard both are",
      without(/(?<=b\.id = a\.booking_id .*)b\.revision = a\.revision/, "true"),
      [[true], [true]],
    ],
  ])("%s", async (_, statement, answers) => {
    const { merchant, call, run } = await decisionCalls(t);
    const first = await call({ toStatus: "Seated" });
    const { id: customer } = await t.given.customer(merchant);
    const match = await call({ booking: first.booking, toStatus: null, customer });
    const sql = openClient(t.open.url, 2);
    try {
      const holder = await sql.reserve();
      await holder`begin`;
      await holder`select 1 from bookings where merchant_id = ${merchant.id} for update`;
      const running = [run(statement, [first], "wait"), run(statement, [match], "wait")];
      await untilWaiting(sql, 2);
      await holder`rollback`;
      holder.release();
      expect((await Promise.all(running)).sort()).toEqual(answers);
    } finally {
      await sql.end();
    }
  });
});

describe("a match while its customer is erased", () => {
  const erased = rowsOf("customers", "anonymized_at = now()");

  test.each([
    ["is not done", decideBookings, [false]],
    [
      "keeps the customer if the row is not judged again",
      without(/ and u\.anonymized_at is null(?= for key share)/),
      [true],
    ],
    [
      "keeps the customer if it does not need the row",
      without(/ where u\.id is not null or a\.to_status is not null/),
      [true],
    ],
  ])("%s", async (_, statement, done) => {
    const { merchant, call, run } = await decisionCalls(t);
    const { id: customer } = await t.given.customer(merchant);
    const match = await call({ toStatus: null, customer });
    const running = () => run(statement, [match], "wait");
    expect(await whileItWaits(t, merchant.id, erased, running)).toEqual(done);
    const booking = (await t.rows(merchant)).get("bookings")?.get(String(match.booking));
    expect(booking?.customerId).toBe(done[0] ? customer : null);
  });

  test.each([
    ["does not hold up its batch", decideBookings, [false]],
    ["would, if it did not skip the row", without(/(?<=for key share )skip locked/), "waits"],
  ])("%s", async (_, statement, answer) => {
    const { merchant, call, run } = await decisionCalls(t);
    const { id: customer } = await t.given.customer(merchant);
    const match = await call({ toStatus: null, customer });
    const running = () => run(statement, [match]);
    expect(await whileHeld(t, merchant.id, erased.lock, running)).toEqual(answer);
  });
});
