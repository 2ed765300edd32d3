import { expect, test } from "vitest";
import { presetsOn } from "../src/ui/list/periods.ts";

const daysOf = (today: string, direction: "past" | "ahead") =>
  Object.fromEntries(
    presetsOn(today, direction).map(({ name, from, to }) => [name, `${from} to ${to}`]),
  );

test("named periods include today, and months end on their last day", () => {
  expect(daysOf("2028-03-01", "past")).toEqual({
    today: "2028-03-01 to 2028-03-01",
    yesterday: "2028-02-29 to 2028-02-29",
    last7: "2028-02-24 to 2028-03-01",
    last30: "2028-02-01 to 2028-03-01",
    thisMonth: "2028-03-01 to 2028-03-31",
    lastMonth: "2028-02-01 to 2028-02-29",
  });
  expect(daysOf("2026-12-31", "ahead")).toEqual({
    today: "2026-12-31 to 2026-12-31",
    tomorrow: "2027-01-01 to 2027-01-01",
    next7: "2026-12-31 to 2027-01-06",
    thisMonth: "2026-12-01 to 2026-12-31",
  });
});
