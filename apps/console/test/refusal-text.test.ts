import { failureKinds } from "@stampbook/core/failures";
import { appRouter, listProcedures } from "@stampbook/router";
import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import en from "../src/messages/en.json" with { type: "json" };
import id from "../src/messages/id.json" with { type: "json" };
import type { Repeat } from "../src/rpc/failure.ts";
import { fieldText, refusalText, type Words } from "../src/ui/refusal-text.ts";

const SERVICE = "the service's own message";
const languages = { en, id };

function wordsOf(locale: keyof typeof languages): Words {
  return createTranslator({ locale, messages: languages[locale], timeZone: "UTC" });
}

type Definition = {
  type: string;
  innerType?: Schema;
  out?: Schema;
  shape?: Record<string, Schema>;
};
type Schema = { readonly _zod: { readonly def: Definition } };

/**
 * Returns the definition inside a schema's defaults, nullables and pipes. For a text that is converted, this
 * is the conversion.
 */
function innermost({ _zod: { def } }: Schema): Definition {
  const inner = def.innerType ?? def.out;
  return inner ? innermost(inner) : def;
}

/** Returns every field that staff type into. Fields that they only tick or choose cannot be wrong. */
function fieldsOfStaff(): string[] {
  const mutations = listProcedures(appRouter).filter(
    ({ name, type }) => name.startsWith("staff.") && type === "mutation",
  );
  const fields = mutations.flatMap(({ inputs }) =>
    inputs.flatMap((input) => Object.entries(innermost(input as unknown as Schema).shape ?? {})),
  );
  const typed = fields.filter(([, schema]) => {
    return !["boolean", "enum", "union", "literal"].includes(innermost(schema).type);
  });
  return [...new Set(typed.map(([field]) => field))];
}

for (const locale of ["en", "id"] as const) {
  test(`has a text for each refusal: ${locale}`, () => {
    const words = wordsOf(locale);
    const codes = Object.keys(failureKinds);
    const missing = codes.filter((code) => {
      const { what } = refusalText({ code, message: SERVICE }, words);
      return what.startsWith(SERVICE);
    });
    expect(missing).toEqual([]);
  });

  test(`has a text for each field that staff fill in: ${locale}`, () => {
    const words = wordsOf(locale);
    const general = refusalText({ code: "invalid", message: SERVICE }, words).what;
    const fields = fieldsOfStaff();
    expect(fields.length).toBeGreaterThan(40);
    const missing = fields.filter((field) => {
      const failed = { code: "invalid", field, message: SERVICE, errors: { [field]: SERVICE } };
      const text = fieldText(failed, field, words);
      return text === null || text === general || text.includes("{");
    });
    expect(missing).toEqual([]);
  });
}

test("uses the service's message for a code that the catalogue does not have", () => {
  const refused = { code: "a_newer_code", message: SERVICE };
  expect(refusalText(refused, wordsOf("id")).what).toBe(`${SERVICE}.`);
});

for (const locale of ["en", "id"] as const)
  test(`promises that a repeat is safe only where it is: ${locale}`, () => {
    const words = wordsOf(locale);
    const adviceAfter = (repeat?: Repeat) =>
      refusalText({ code: "unreachable", message: "", ...(repeat && { repeat }) }, words).advice;
    const { advice } = languages[locale];
    expect(adviceAfter("once")).toBe(advice.unreachable_once);
    expect(adviceAfter("read")).toBe(advice.unreachable_read);
    expect(adviceAfter("unsure")).toBe(advice.unreachable);
    expect(adviceAfter()).toBe(advice.unreachable);
  });

test("gives a code's general advice only without a text for the field", () => {
  const words = wordsOf("en");
  const refused = { code: "insufficient_stamps", message: SERVICE };
  expect(refusalText(refused, words).advice).toBe(en.advice.insufficient_stamps);
  expect(refusalText({ ...refused, field: "stamps" }, words).advice).toBe(
    en.advice.insufficient_stamps,
  );
  expect(refusalText({ ...refused, field: "delta" }, words)).toEqual({
    what: en.wrong.delta_insufficient_stamps,
    advice: null,
  });
});

test("formats limits for the locale", () => {
  const failed = { code: "invalid", field: "quantity", message: SERVICE, errors: {} };
  expect(fieldText(failed, "quantity", wordsOf("en"))).toContain("100,000");
  expect(fieldText(failed, "quantity", wordsOf("id"))).toContain("100.000");
});

test("shows a refusal of a part at its field, and a wait in its largest unit", () => {
  const words = wordsOf("en");
  const field = "openingHours.3.0.from";
  const failed = { code: "invalid", field, message: SERVICE, errors: { [field]: SERVICE } };
  expect(fieldText(failed, "openingHours", words)).toBe(fieldText(failed, field, words));
  expect(fieldText(failed, "name", words)).toBeNull();
  const throttled = { code: "too_many_attempts", message: SERVICE, retryAfter: 3_601 };
  expect(refusalText(throttled, words).advice).toBe("Try again in 2 hours.");
});

test.each([
  ["is active", {}, "It has been withdrawn."],
  [
    "has started in the store's calendar",
    { expected: "from 2026-12-01" },
    "It starts on Dec 1, 2026.",
  ],
  [
    "is within its hours in the store's zone",
    { expected: "from 14:00 until 16:00" },
    "It is valid from 14:00 to 16:00.",
  ],
  [
    "is within its hours in the store's zone",
    { expected: "until 16:00" },
    "It is valid until 16:00.",
  ],
  [
    "is available on the channel",
    { expected: "Kiosk, Web" },
    "It isn't valid at the till, only here: Kiosk, Web.",
  ],
  [
    "party is not larger than the store's largest",
    { expected: "at most 20" },
    "This store seats at most 20 people together.",
  ],
  ["membership is active", { found: "Suspended" }, "This membership is suspended."],
  ["membership is active", { found: "Inactive" }, "This membership is inactive."],
])("D16, D32: tells the reason behind a rule: %s", (rule, values, expected) => {
  const refused = { code: "voucher_not_available", message: SERVICE, rule, ...values };
  expect(refusalText(refused, wordsOf("en")).what).toBe(expected);
  const { what } = refusalText(refused, wordsOf("id"));
  expect(what).not.toContain("{");
  expect(what).not.toContain(SERVICE);
});
