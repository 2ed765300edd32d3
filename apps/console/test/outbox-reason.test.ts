import { expect, test } from "vitest";
import { reasonOf, wasStopped } from "../src/features/settings/messages/outbox-reason.ts";
import { problemOf } from "../src/features/settings/messages/template-problem.ts";

for (const [reason, errors] of Object.entries({
  address: ["HTTP 400, code 21211", "HTTP 410", "HTTP 413", "HTTP 415", "HTTP 422", "SMTP 550"],
  account: ["HTTP 401", "HTTP 403", "HTTP 404", "SMTP 530", "SMTP 534", "SMTP 535", "SMTP EAUTH"],
  busy: ["HTTP 408", "HTTP 429", "HTTP 503", "SMTP 451"],
  answer: ["no answer: ECONNREFUSED", "SMTP ETIMEDOUT"],
  stale: ["SMTP 451, then its code is no longer good"],
  undone: ["undone"],
  outdated: ["its booking has changed", "HTTP 503, then its booking has changed"],
  other: ["unexpected RangeError"],
}))
  test(`what is noted of a failed try reads as: ${reason}`, () => {
    for (const error of errors) expect(reasonOf(error), error).toBe(reason);
  });

test.each([
  ["dead", "undone", true],
  ["dead", "SMTP 451, then its booking has changed", true],
  ["dead", "limit reached", false],
  ["waiting", "SMTP 451", false],
  ["sent", null, false],
])("a message that is %s after %s was not needed: %s", (state, lastError, isStopped) => {
  expect(wasStopped({ state, lastError })).toBe(isStopped);
});

test.each([
  ["unknown placeholder {{otpp}}, {{x}}", "unknown", "{{otpp}}, {{x}}"],
  ["braces that are no placeholder", "braces", ""],
  ["a placeholder in a style or a script, where no value is safe", "unsafe", ""],
  ["it becomes too much HTML for a mail", "long", ""],
  [
    "line 2, mj-text: Attribute color is illegal",
    "compiler",
    "line 2, mj-text: Attribute color is illegal",
  ],
])("D27: a template's problem reads in the page's language: %s", (problem, key, quoted) => {
  expect(problemOf(problem)).toEqual({ key, quoted });
});
