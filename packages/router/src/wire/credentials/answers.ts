import type { PasswordSet as DomainPasswordSet } from "@stampbook/core/password";
import type { Secret } from "@stampbook/core/secret";
import { z } from "zod";
import { memberId } from "../shown.ts";
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

/** The answer of `set-password`: the customer whose password was set. */
export const PasswordSet = z.object({
  ...StatusOk.shape,
  id: memberId,
  name: z.string().describe("The name of the customer."),
  email: z.string().describe("Empty if the customer has none."),
});

export function presentPasswordSet({
  id,
  name,
  email,
}: DomainPasswordSet): z.input<typeof PasswordSet> {
  return { status: "ok", id, name, email };
}
