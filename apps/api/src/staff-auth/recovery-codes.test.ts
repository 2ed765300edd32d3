import { randomBytes } from "node:crypto";
import { createSecrets } from "@stampbook/core/secrets";
import { describe, expect, test } from "vitest";
import { newRecoveryCodes, readRecoveryCode } from "./recovery-codes.ts";

const secrets = createSecrets({ current: randomBytes(32).toString("hex"), old: [] });

describe("a recovery code", () => {
  test("is made of what cannot be misread, and stands for itself", () => {
    const codes = newRecoveryCodes(secrets);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(readRecoveryCode(code)).toBe(code);
    }
  });

  test.each([
    "4k7m-9qxf-3b10",
    "4K7M 9QXF 3B10",
    " 4k7m9qxf3blo ",
    "4K7M–9QXF–3BIO",
    "4K7M-\u00a09QXF-3bi0",
  ])("is read from %j", (typed) => {
    expect(readRecoveryCode(typed)).toBe("4K7M-9QXF-3B10");
  });

  test.each(["cdrWD-sqhyh", "cdrWDsqhyh", " cdrWD sqhyh "])(
    "of before keeps its capitals and small letters: %j",
    (typed) => {
      expect(readRecoveryCode(typed)).toBe("cdrWD-sqhyh");
    },
  );

  test.each(["", "123456", "UUUU-UUUU-UUUU"])("that is none stays as it is: %j", (typed) => {
    expect(readRecoveryCode(typed)).toBe(typed);
  });
});
