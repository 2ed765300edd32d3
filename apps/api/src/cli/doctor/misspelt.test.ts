import { expect, test } from "vitest";
import { readEnv } from "../../env.ts";

test("O11: a variable that is nearly a setting is named with it, and another program's is not", () => {
  const misspeltIn = (source: Record<string, string>) => readEnv(source).misspelt;
  expect(misspeltIn({ DATABASE_POOOL: "20", SMTP_URI: "x", TRUSTED_PROXY: "::1" })).toEqual([
    { name: "DATABASE_POOOL", meant: "DATABASE_POOL" },
    { name: "SMTP_URI", meant: "SMTP_URL" },
  ]);
  expect(misspeltIn({ HOSTNAME: "x", LOG_FILE: "x", API_URL: "x", PAGE_READ_MS: "1" })).toEqual([]);
  // a setting that is set was not misspelt
  expect(misspeltIn({ SMS_FORM: "x", SMS_FROM: "y" })).toEqual([]);
});
