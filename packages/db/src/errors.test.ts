import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { GuardRefused, isDatabaseError, withoutParameters } from "./index.ts";

const failure = (code: string) => Object.assign(new Error("reason"), { code });

test.each([
  ["23505", true],
  ["57P01", true],
  ["SB001", true],
  ["EPIPE", false],
  ["ECONNRESET", false],
  ["CONNECTION_CLOSED", false],
])("code %s comes from the database: %s", (code, expected) => {
  expect(isDatabaseError(failure(code))).toBe(expected);
});

test("an error loses its statement's parameters, and a refusal becomes the guard's", () => {
  const failed = (cause: Error) => new DrizzleQueryError("select $1", ["a secret"], cause);
  const duplicate = failure("23505");
  expect(withoutParameters(failed(duplicate))).toBe(duplicate);
  expect(withoutParameters(failed(failure("SB001")))).toEqual(new GuardRefused("reason"));
  expect(String(withoutParameters(new DrizzleQueryError("select $1", ["a secret"])))).not.toContain(
    "a secret",
  );
});
