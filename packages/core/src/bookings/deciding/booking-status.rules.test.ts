import { describe, expect, test } from "vitest";
import { bookingStatuses } from "../types.ts";
import { checkTimeHasCome, checkTransition, transitions } from "./booking-status.rules.ts";

/**
 * All transitions. A key is the old status. Each character stands for a new status, in the order of
 * `bookingStatuses`: `y` if the transition is allowed.
 */
const table = {
  Requested: "-yy-yy",
  Confirmed: "--y-yy",
  Seated: "---y--",
  Completed: "------",
  Canceled: "------",
  "No-show": "--y---",
};

describe.each(bookingStatuses)("from %s", (from) => {
  test.each(bookingStatuses)("to %s", (to) => {
    const may = table[from][bookingStatuses.indexOf(to)] === "y";
    expect(checkTransition(from, to) === null).toBe(may);
  });
});

test("every status can be reached, and has an end", () => {
  const reached = new Set(Object.values(transitions).flat());
  expect(bookingStatuses.filter((status) => !reached.has(status))).toEqual(["Requested"]);
});

test("a refusal names what could be", () => {
  expect(checkTransition("Confirmed", "Completed")).toEqual({
    code: "invalid",
    field: "status",
    message: "A booking that is Confirmed cannot become Completed",
    rule: "status follows the transition table",
    expected: "Seated, Canceled, No-show",
    found: "Completed",
  });
  expect(checkTransition("Canceled", "Seated")?.expected).toBe("nothing, it is final");
});

test.each([
  ["2026-11-21 19:30:00", null],
  ["2026-11-22 00:00:00", null],
  ["2026-11-21 19:29:59", "invalid"],
  ["2026-11-20 23:00:00", "invalid"],
])("a table for 19:30 on the 21st, at %s", (now, code) => {
  const refusal = checkTimeHasCome({ date: "2026-11-21", time: "19:30:00" }, now);
  expect(refusal?.code ?? null).toBe(code);
});
