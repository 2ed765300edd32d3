import { createOTP } from "@better-auth/utils/otp";

const PERIOD_MS = 30_000;

/**
 * The 30-second step of this code: the current step or a neighbor, as in better-auth. Returns null if the
 * code matches none.
 */
export async function totpStepOf(secret: string, code: string): Promise<number | null> {
  const current = Math.floor(Date.now() / PERIOD_MS);
  const otp = createOTP(secret);
  for (const step of [current, current - 1, current + 1])
    if ((await otp.hotp(step)) === code) return step;
  return null;
}
