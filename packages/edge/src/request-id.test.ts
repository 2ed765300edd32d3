import { expect, it } from "vitest";
import { requestIdOf } from "./request-id.ts";

const UUID = /^[0-9a-f-]{36}$/;

it("O2: a request keeps the id that a trusted proxy gave it", () => {
  const id = "b7006677826441b3a96a3fb3ece14aa5";
  expect(requestIdOf(id, true)).toBe(id);
  expect(requestIdOf(id, false)).toMatch(UUID);
});

it.each([
  undefined,
  "",
  "short",
  "a".repeat(129),
  "two\nlines of a log",
  'quoted"12345',
  ["12345678"],
])("O2: a request gets a new id for %j", (given) => {
  expect(requestIdOf(given, true)).toMatch(UUID);
});
