import type { Secret } from "@stampbook/core/secret";
import { z } from "zod";

/** A created one-time password. The response contains it whether or not a message was sent. */
export const OneTimePassword = z.object({
  status: z.literal("ok"),
  otp: z.string().regex(/^[0-9]{6}$/),
});

export function presentOneTimePassword({
  otp,
}: {
  readonly otp: Secret;
}): z.input<typeof OneTimePassword> {
  return { status: "ok", otp: otp.reveal() };
}
