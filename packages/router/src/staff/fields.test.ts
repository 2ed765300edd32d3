import { expect, it } from "vitest";
import { z } from "zod";
import {
  actor,
  amount,
  amountAboveZero,
  day,
  id,
  maybe,
  reason,
  rowId,
  timeOfDay,
  whole,
  words,
} from "./fields.ts";

it("takes nothing, null and an empty text as nothing, and tells what is wrong with a value", () => {
  const Input = z.object({ day: maybe(day), id: maybe(id), value: maybe(amount) });
  const nothing = { day: null, id: null, value: null };
  expect(Input.parse({})).toEqual(nothing);
  expect(Input.parse({ day: "", id: null })).toEqual(nothing);
  expect(Input.parse({ day: "2026-02-28", id: 3, value: "5" })).toEqual({
    day: "2026-02-28",
    id: 3,
    value: "5.00",
  });
  const wrong = Input.safeParse({ day: "2026-02-30", id: 1.5, value: "1.234" });
  expect(wrong.error?.issues.map(({ message }) => message)).toEqual([
    "A date is expected: YYYY-MM-DD.",
    "A whole number is expected.",
    "An amount with at most two decimal places is expected.",
  ]);
});

it("refuses an amount of zero where it would have no effect", () => {
  expect(amountAboveZero.parse("0.01")).toBe("0.01");
  const { error } = amountAboveZero.safeParse("00.00");
  expect(error?.issues[0]?.message).toBe(
    "An amount above zero with at most two decimal places is expected.",
  );
});

it.each([0, 1_001, 1.5, "7"])("says between what a whole number has to be: not %s", (sent) => {
  const { error } = whole(1, 1_000).safeParse(sent);
  expect(error?.issues[0]?.message).toBe("A whole number from 1 to 1,000 is expected.");
});

it.each([
  [amount, "0010.5", "10.50"],
  [amount, "0", "0.00"],
  [timeOfDay, "08:30", "08:30:00"],
  [timeOfDay, "23:59:59", "23:59:59"],
  [words(), "  Ani  ", "Ani"],
  [actor, "staff:a_B-9", "staff:a_B-9"],
  [rowId, "a_B-9", "a_B-9"],
  [day, "0001-01-01", "0001-01-01"],
])("keeps %#", (schema, sent, kept) => {
  expect(schema.parse(sent)).toBe(kept);
});

it.each([
  [amount, "-1"],
  [amount, "1e3"],
  [timeOfDay, "24:00"],
  [words(), "   "],
  [words(3), "long"],
  [words(), "nul\0"],
  [reason, "a "],
  [actor, "root"],
  [rowId, "nul\0"],
  [day, "0000-12-31"],
])("refuses %#", (schema, sent) => {
  expect(schema.safeParse(sent).success).toBe(false);
});
