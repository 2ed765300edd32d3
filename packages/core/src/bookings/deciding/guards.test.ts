import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decisionCalls } from "../../testing/calls/decision-calls.ts";
import {
  guardless,
  type OpenHarness,
  openHarness,
  rowsOf,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { decideBookings } from "./decide-booking.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: statements without their guard wrote wrong rows.
afterAll(() => t?.open.close());

const without = guardless(decideBookings);

// not tested without its guard: PostgreSQL's plan would then determine which of the two calls is done
test("of two calls of one batch for one booking the first is done", async () => {
  const { merchant, call, run } = await decisionCalls(t);
  const first = await call();
  const second = await call({ booking: first.booking, toStatus: "Canceled" });
  expect(await run(decideBookings, [first, second])).toEqual([true, false]);
  const rows = (await t.rows(merchant)).get("bookings");
  expect(rows?.get(String(first.booking))?.status).toBe("Confirmed");
});

const inLocked = (condition: string) => new RegExp(`(?<=b\\.id = a\\.booking_id .*)${condition}`);

describe("what another transaction changes while the statement waits", () => {
  test.each([
    {
      what: "somebody has decided it",
      change: "revision = 2, decided_by = 'staff:joko', decided_at = now()",
      guard: inLocked("b\\.revision = a\\.revision"),
      to: "Confirmed",
    },
    {
      what: "it was canceled",
      change: "status = 'Canceled'",
      guard: inLocked("\\(a\\.to_status is null or .*?(?= and \\(a\\.to_status is distinct from)"),
      to: "Confirmed",
    },
    {
      what: "its time was moved",
      change: "date = '2099-11-25'",
      guard: inLocked(
        "\\(a\\.to_status is distinct from 'No-show' or b\\.date .*?a\\.timezone\\)\\)",
      ),
      to: "No-show",
    },
  ])("$what", async ({ change, guard, to }) => {
    for (const [statement, isDone] of [
      [decideBookings, false],
      [without(guard, "true"), true],
    ] as const) {
      const { merchant, call, run } = await decisionCalls(t);
      const waiting = await call({ toStatus: to });
      const running = () => run(statement, [waiting], "wait");
      const answer = await whileItWaits(t, merchant.id, rowsOf("bookings", change), running);
      expect(answer).toEqual([isDone]);
    }
  });
});

describe("a booking that another transaction holds", () => {
  test.each([
    ["does not hold up the other call of its batch", decideBookings, [false, true]],
    ["would, if the statement did not skip its row", without(/ skip locked(?= ?\) b )/), "waits"],
  ])("%s", async (_, statement, answer) => {
    const { merchant, call, run } = await decisionCalls(t);
    const [held, free] = [await call(), await call()];
    const lock = `select 1 from bookings
      where merchant_id = $1 and id = ${held.booking} for update`;
    const running = () => run(statement, [held, free]);
    expect(await whileHeld(t, merchant.id, lock, running)).toEqual(answer);
  });
});
