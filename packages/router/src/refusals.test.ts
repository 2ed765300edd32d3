import { Failure } from "@stampbook/core/failures";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { showFailure, showInputIssues, shownFailure, showParseError } from "./refusals.ts";
import { id, reference, wholeNumber } from "./wire/fields.ts";
import { lines } from "./wire/lines.ts";
import { optional, required } from "./wire/reading.ts";

const meta = { failures: { invalid_user: "user", insufficient_stamps: ["reward", "stamps"] } };

describe("a refusal", () => {
  it("lies on the input that the operation's table names", () => {
    const error = showFailure(
      new Failure({ code: "invalid_user", message: "User not found" }),
      meta,
    );
    expect(error.code).toBe("BAD_REQUEST");
    expect(shownFailure(error)).toEqual({
      code: "invalid_user",
      field: "user",
      message: "User not found",
      errors: { user: "User not found" },
    });
  });

  it("of several inputs lies on the first, or on the one that it names", () => {
    const refusal = { code: "insufficient_stamps", message: "Not enough" } as const;
    expect(shownFailure(showFailure(new Failure(refusal), meta))?.field).toBe("reward");
    const named = new Failure({ ...refusal, field: "stamps" });
    expect(shownFailure(showFailure(named, meta))?.field).toBe("stamps");
  });

  it.each([
    ["redemption_not_found", "NOT_FOUND"],
    ["permission_denied", "FORBIDDEN"],
    ["too_many_attempts", "TOO_MANY_REQUESTS"],
    ["idempotency_key_in_use", "CONFLICT"],
    ["idempotency_key_reused", "UNPROCESSABLE_CONTENT"],
    ["overloaded", "SERVICE_UNAVAILABLE"],
  ] as const)("%s becomes %s", (code, expected) => {
    expect(showFailure(new Failure({ code, message: "" }), {}).code).toBe(expected);
  });

  it("tells when to try again", () => {
    const refusal = { code: "too_many_attempts", message: "Wait", retryAfter: 8 } as const;
    expect(shownFailure(showFailure(new Failure(refusal), {}))?.retryAfter).toBe(8);
  });
});

describe("a wrong input", () => {
  const schema = z.object({
    user: required(reference),
    voucher: required(id),
    rewards: lines(z.object({ code: required(reference), qty: optional(wholeNumber(1, 9)) }), 5),
  });
  const shownFor = (input: unknown) => {
    const { error } = schema.safeParse(input);
    return error && shownFailure(showInputIssues(error));
  };

  it("is shown with every other, in the order of the table", () => {
    expect(shownFor({ rewards: [{ code: "A" }], voucher: "x" })).toEqual({
      code: "required",
      field: "user",
      message: "This field is required.",
      errors: {
        user: "This field is required.",
        voucher: "A whole number above zero is expected.",
      },
    });
  });

  it("in a line lies on the list, and names the line", () => {
    const rewards = [{ code: "A" }, { qty: 10 }, "C"];
    expect(shownFor({ user: 1, voucher: 1, rewards })).toEqual({
      code: "required",
      field: "rewards",
      message: "Line 2, code: This field is required.",
      errors: { rewards: "Line 2, code: This field is required." },
    });
    expect(shownFor({ user: 1, voucher: 1, rewards: ["C"] })?.message).toBe(
      "Line 1: An object is expected.",
    );
  });

  it.each([undefined, null, [], "text", 1])("lies on the body where that is %j", (input) => {
    const shown = {
      code: "parse_error",
      field: "body",
      message: "A JSON object is expected.",
      errors: { body: "A JSON object is expected." },
    };
    expect(shownFor(input)).toEqual(shown);
    expect(shownFailure(showParseError(new SyntaxError("Unexpected token")))).toEqual(shown);
  });
});

it("shows nothing of an unexpected error", () => {
  expect(shownFailure(new Error("secret"))).toBeNull();
});
