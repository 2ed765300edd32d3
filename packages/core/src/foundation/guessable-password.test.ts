import { describe, expect, it } from "vitest";
import { checkPasswordWords, checkUncommonPassword } from "./guessable-password.rules.ts";

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

describe("S17: a new password of Budi of Kopi Kemang", () => {
  const texts = ["Budi Santoso", "owner@example.com", "Kopi Kemang", null];

  it.each([
    "owner@example.com",
    "OWNER@example.com 2026",
    "stampbook-console",
    "kopi kemang kopi",
    "KopiKemang!2026",
    "stampbook123",
    "budisantoso99",
    "ｋｏｐｉ kemang 1",
  ])("S17: is refused where it is made of known words: %j", (password) => {
    expect(checkPasswordWords(password, texts)).toMatchObject({ code: "weak_password" });
  });

  it.each([
    "a long enough password",
    "kopi susu gula aren manis",
    "my example is a good one",
    "12345 and 67890",
    "short",
  ])("S17: is taken where it is not: %j", (password) => {
    expect(checkPasswordWords(password, texts)).toBeNull();
  });
});
