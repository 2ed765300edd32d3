import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { check, firstOf, inOrder, judgedBy, unless } from "./check.ts";
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

test("the checks of a stage are judged for each line, and stand in the list as one", () => {
  const staged = { isReal: on("b"), isFree: on("c") };
  const ofLines = Object.fromEntries(
    Object.entries(staged).map(([name, each]) => [name, { ...each, stage: "x.refused" }]),
  );
  const checks = { isOpen: on("a"), ...ofLines, isPaid: on("d") };
  const text = (sql: Parameters<typeof textOf>[0]) => textOf(sql).replace(/\s+/g, " ");
  expect(text(firstOf(checks, {}))).toBe(
    "case when (s.a) is not true then 'isOpen' when x.refused is not null then x.refused" +
      " when (s.d) is not true then 'isPaid' end",
  );
  expect(text(judgedBy(checks, {})("x.refused"))).toBe(text(firstOf(staged, {})));
});
