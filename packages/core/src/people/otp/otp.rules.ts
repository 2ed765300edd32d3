import { inWords, type Refusal } from "../../foundation/failures.ts";

const HOUR_SECONDS = 3_600;

/** The refusal of a one-time password that is wrong, used or expired, or was tried too often. */
export const invalidOtp: Refusal = {
  code: "invalid_otp",
  message: "Invalid OTP",
  rule: "one-time password is the customer's newest, for this purpose, unused and in time",
};

/**
 * Refuses a request if `perHour` requests were made in the last hour. `requests` has the ages of earlier
 * requests in seconds.
 */
export function checkOtpAllowance(requests: readonly number[], perHour: number): Refusal | null {
  const lately = requests.filter((age) => age < HOUR_SECONDS).sort((a, b) => a - b);
  const inTheWay = lately[perHour - 1];
  if (inTheWay === undefined) return null;
  const retryAfter = Math.ceil(HOUR_SECONDS - inTheWay);
  return {
    code: "otp_limit_reached",
    message: `Too many OTP requests, try again in ${inWords(retryAfter)}`,
    rule: "OTP requests of a customer in an hour",
    expected: `at most ${perHour}`,
    found: String(lately.length),
    retryAfter,
  };
}
