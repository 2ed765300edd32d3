import { openClient, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decisionCalls } from "../../testing/decision-calls.ts";
import { guardless, type OpenHarness, openHarness, untilWaiting } from "../../testing/index.ts";
import { decideBookings } from "./decide-booking.sql.ts";

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness();
});
// no audit: without its guard the statement breaks rows
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
