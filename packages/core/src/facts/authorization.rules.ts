import type { Refusal } from "../failures.ts";

const refusal = (message: string, found: string): Refusal => ({
  code: "authorization_required",
  message,
  rule: "redemption is authorized by PIN",
  expected: "a live authorization",
  found,
});

/** The refusals of a request without a live, unspent authorization by PIN. */
export const unauthorized = {
  unnamed: refusal(
    "A request_id is required: PIN authorization is enabled. Authorize one with POST /api/redemptions/authorize.",
    "missing",
  ),
  unknown: refusal("This request is not authorized", "not authorized"),
  spent: refusal("This authorization was already used", "used"),
  expired: refusal("This authorization has expired", "expired"),
};
