import { describe, expect, it } from "vitest";
import { z } from "zod";
import { code } from "../fields.ts";
import { required } from "../reading.ts";
import { confirmed, pinMismatch } from "./confirmation.ts";
import { secretDigits } from "./secrets.ts";

const schema = confirmed(
  z.object({
    user: required(code),
    pin: required(secretDigits),
    confirm_pin: required(secretDigits),
  }),
  { field: "pin", by: "confirm_pin", ...pinMismatch },
);

/** The refused fields with the refusals' codes, in the order of the issues. */
function refused(input: unknown) {
  return schema
    .safeParse(input)
    .error?.issues.map(({ path, ...issue }) => [
      path.join("."),
      issue.code === "custom" ? issue.params?.code : issue.code,
    ]);
}

describe("a secret that is typed twice", () => {
  it("passes where both are alike", () => {
    const read = schema.parse({ user: "M1", pin: "012345", confirm_pin: "012345" });
    expect([read.pin.reveal(), read.confirm_pin.reveal()]).toEqual(["012345", "012345"]);
  });

  it.each<[string, object, [string, string][]]>([
    ["differs", { user: "M1", confirm_pin: "543210" }, [["confirm_pin", "pin_mismatch"]]],
    [
      "differs, and another field is missing",
      { confirm_pin: "543210" },
      [
        ["user", "required"],
        ["confirm_pin", "pin_mismatch"],
      ],
    ],
    ["is missing", { user: "M1" }, [["confirm_pin", "required"]]],
    ["cannot be read", { user: "M1", confirm_pin: 12345 }, [["confirm_pin", "invalid"]]],
    [
      "cannot be read, nor the first",
      { user: "M1", pin: "1", confirm_pin: "2" },
      [
        ["pin", "invalid"],
        ["confirm_pin", "invalid"],
      ],
    ],
  ])("is refused where the second one %s", (_, input, wanted) => {
    expect(refused({ pin: "012345", ...input })).toEqual(wanted);
  });

  it.each([null, undefined, "x", 1])("is not looked for in %j", (input) => {
    expect(refused(input)).toEqual([["", "invalid_type"]]);
  });
});
