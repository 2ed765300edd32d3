import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { check, firstOf, inOrder, unless } from "./check.ts";
import { textOf } from "./rows.ts";

const on = (column: string) =>
  check({
    code: "invalid_store",
    holds: () => sql.raw(`s.${column}`),
    words: () => ({ message: column }),
  });

test("checks of several lists stand in the order of the lists", () => {
  const checks = inOrder([{ second: on("b"), first: on("a") }, { third: on("c") }]);
  expect(Object.keys(checks)).toEqual(["second", "first", "third"]);
});

test("a name that comes twice is an error, because the second check would replace the first", () => {
  const twice = [{ isOpen: on("a") }, { isNew: on("b"), isOpen: on("c") }];
  expect(() => inOrder(twice)).toThrow(new TypeError("the check isOpen is listed twice"));
});

test("the first check that is not true is named, also if it is null; none without checks", () => {
  const text = textOf(firstOf({ isOpen: on("a"), isNew: on("b") }, {})).replace(/\s+/g, " ");
  expect(text).toBe(
    "case when (s.a) is not true then 'isOpen' when (s.b) is not true then 'isNew' end",
  );
  expect(textOf(firstOf({}, {}))).toBe("null::text");
});

test("a check does not apply where its condition for it is true", () => {
  const checks = unless(sql`not c.names_user`, { isOpen: on("a") });
  expect(textOf(firstOf(checks, {})).replace(/\s+/g, " ")).toBe(
    "case when ((not c.names_user) or (s.a)) is not true then 'isOpen' end",
  );
});
