import { expect, test } from "vitest";
import { isMemberId, refuseMemberId } from "./member-id.rules.ts";

test.each(["M0001", "M 001", "---", "7", "会員7", "a@b.example", "☕"])(
  "%j can be a Member ID",
  (text) => expect(isMemberId(text)).toBe(true),
);

test.each([
  "",
  "  ",
  "@kopi",
  "kopi@",
  "a@b@c",
  "a b@c",
  "M\u00071",
  "M\n1",
  "m\u200cn",
  "M\u00a01",
])("%j cannot", (text) => expect(isMemberId(text)).toBe(false));

test("a refusal names the field and what is allowed", () => {
  expect(refuseMemberId("kopi@example.com")).toBe(null);
  expect(refuseMemberId("kopi@")).toEqual({
    code: "invalid",
    field: "member_id",
    message:
      "A Member ID has no control or invisible characters, no blanks other than spaces, and no @ unless it is an email address.",
  });
});
