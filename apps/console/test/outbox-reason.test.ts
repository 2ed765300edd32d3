import { expect, test } from "vitest";
import { reasonOf } from "../src/features/settings/messages/outbox-reason.ts";

for (const [reason, errors] of Object.entries({
  address: ["HTTP 400, code 21211", "HTTP 410", "HTTP 413", "HTTP 415", "HTTP 422", "SMTP 550"],
  account: ["HTTP 401", "HTTP 403", "HTTP 404", "SMTP 530", "SMTP 534", "SMTP 535", "SMTP EAUTH"],
  busy: ["HTTP 408", "HTTP 429", "HTTP 503", "SMTP 451"],
  answer: ["no answer: ECONNREFUSED", "SMTP ETIMEDOUT"],
  stale: ["SMTP 451, then its code is no longer good"],
  other: ["unexpected RangeError"],
}))
  test(`what is noted of a failed try reads as: ${reason}`, () => {
    for (const error of errors) expect(reasonOf(error), error).toBe(reason);
  });
