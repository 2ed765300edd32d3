import { expect, test } from "vitest";
import { bookingStatuses } from "../types.ts";
import { cannotBecome, transitions } from "./booking-status.rules.ts";

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

test.each(bookingStatuses)("from %s", (from) => {
  const next = bookingStatuses.map((to) => (transitions[from].includes(to) ? "y" : "-"));
  expect(next.join("")).toBe(table[from]);
});

test("a refusal names what could be", () => {
  expect(cannotBecome("Confirmed", "Completed").expected).toBe("Seated, Canceled, No-show");
  expect(cannotBecome("Canceled", "Seated").expected).toBe("nothing, it is final");
});
