import { describe, expect, it } from "vitest";
import { z } from "zod";
import { required } from "../reading.ts";
import { newPassword, secretPassword } from "./passwords.ts";

const schema = z.object({ old: required(secretPassword), chosen: newPassword });
const read = (input: object) =>
  schema.safeParse({ old: "secret123", chosen: "secret123", ...input });

function refusalOf(input: object) {
  const issue = read(input).error?.issues[0];
  return issue?.code === "custom" ? [issue.params?.code, issue.message] : undefined;
}

describe("a password", () => {
  it.each([" a b ", "х".repeat(8), "👩‍🍳👩‍🍳👩‍🍳", "💐".repeat(128), "\t\n\r 12345"])(
    "is taken as it is: %j",
    (text) => {
      const { old, chosen } = schema.parse({ old: text, chosen: text.padEnd(8) });
      expect([old.reveal(), chosen.reveal()]).toEqual([text, text.padEnd(8)]);
    },
  );

  it("says nothing when it is written as JSON", () => {
    expect(JSON.stringify(read({}).data)).not.toContain("secret123");
  });

  it.each([
    [12345678, ["invalid", "A string is expected."]],
    ["", ["required", "This field is required."]],
    [null, ["required", "This field is required."]],
    [
      "\ud800aaaaaaaa",
      ["invalid", "NUL characters and halves of surrogate pairs are not allowed."],
    ],
  ])("is not %j", (value, wanted) => {
    expect(refusalOf({ old: value })).toEqual(wanted);
    expect(refusalOf({ chosen: value })).toEqual(wanted);
  });

  it("that is known may be weak, and has 256 characters at most", () => {
    expect(refusalOf({ old: "x" })).toBeUndefined();
    expect(refusalOf({ old: "x".repeat(257) })).toEqual([
      "max_length",
      "At most 256 characters are allowed.",
    ]);
  });

  it.each(["1234567", "💐".repeat(7), "x".repeat(129), "x".repeat(5_000)])(
    "that is new is weak as %j",
    (chosen) =>
      expect(refusalOf({ chosen })).toEqual([
        "weak_password",
        "Password must have 8 to 128 characters",
      ]),
  );
});
