import { describe, expect, it } from "vitest";
import { checkUncommonPassword } from "./guessable-password.rules.ts";

describe("M9: a new password", () => {
  it.each([
    "password",
    "12345678",
    "password1234",
    "PASSWORD",
    "Sunshine2026!",
    " iloveyou1 ",
    "1q2w3e4r5t6y",
  ])("M9: is refused where it is common: %j", (password) => {
    expect(checkUncommonPassword(password)).toMatchObject({ code: "weak_password" });
  });

  it.each([
    "secret123",
    "a longer secret",
    "a long enough password",
    "kopi susu gula aren",
    "sunshine over Bandung",
  ])("M9: is taken where it is not: %j", (password) => {
    expect(checkUncommonPassword(password)).toBeNull();
  });
});
