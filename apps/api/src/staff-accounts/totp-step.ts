import { createOTP } from "@better-auth/utils/otp";

const PERIOD_MS = 30_000;

/**
 * The 30-second step whose code this is: the current one or a neighbour, as better-auth takes them.
 * Returns null if it is none of them.
 */
export async function totpStepOf(secret: string, code: string): Promise<number | null> {
  const current = Math.floor(Date.now() / PERIOD_MS);
  const otp = createOTP(secret);
  for (const step of [current, current - 1, current + 1])
    if ((await otp.hotp(step)) === code) return step;
  return null;
}
