import type { Secret } from "@stampbook/core/secret";
import { z } from "zod";
import { StatusOk } from "../status.ts";

/** A created one-time password. The response contains it whether or not a message was sent. */
export const OneTimePassword = z
  .object({
    ...StatusOk.shape,
    otp: z
      .string()
      .regex(/^[0-9]{6}$/)
      .describe("The one-time password, whether or not a message was sent."),
  })
  .meta({ id: "OneTimePassword", description: "A one-time password that was made." });

export function presentOneTimePassword({
  otp,
}: {
  readonly otp: Secret;
}): z.input<typeof OneTimePassword> {
  return { status: "ok", otp: otp.reveal() };
}
