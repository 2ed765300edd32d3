import { expect, test } from "vitest";
import { insideOf } from "../src/features/sign-in/inside-of.ts";

const ORIGIN = "https://stamps.example.com";

for (const next of [
  "/\t/evil.example/x",
  "/\n/evil.example/x",
  "/\r/evil.example/x",
  "//evil.example/x",
  "/\\evil.example/x",
  "https://evil.example/x",
  "javascript:alert(1)",
  "",
])
  test(`M1: a sign-in leads to no other host: ${JSON.stringify(next)}`, () => {
    expect(insideOf(next, ORIGIN)).toBe(`${ORIGIN}/till`);
  });

test("M1: a sign-in leads back to a page of this console", () => {
  expect(insideOf("/customers/101?tab=bookings", ORIGIN)).toBe(
    `${ORIGIN}/customers/101?tab=bookings`,
  );
});
