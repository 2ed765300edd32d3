import type { Refusal } from "../failures.ts";

export const keyReused: Refusal = {
  code: "idempotency_key_reused",
  message: "This key was used with another request.",
};

export const keyInUse: Refusal = {
  code: "idempotency_key_in_use",
  message: "The first request with this key is still running.",
  retryAfter: 1,
};
