import { resetPassword } from "@stampbook/core/password";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { confirmed, passwordMismatch } from "../../wire/credentials/confirmation.ts";
import { newPassword, secretPassword } from "../../wire/credentials/passwords.ts";
import { otpSent } from "../../wire/credentials/secrets.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Sets a password with a one-time password. Interface, endpoint 12. */
export const reset = operation
  .meta({
    summary: "Resets a customer's password, by a one-time password (12)",
    example: {
      after: "password.requestReset",
      body: {
        identifier: 123,
        otp: "048213",
        new_password: "secret123",
        confirm_new_password: "secret123",
      },
      answer: sample.ok,
    },
    rest: { path: "/api/auth/reset-password-with-otp", operationId: "resetPassword" },
    scope: "password",
    hashes: true,
    failures: {
      invalid_user: "identifier",
      invalid_otp: "otp",
      too_many_attempts: "otp",
      weak_password: "new_password",
      mismatch_password: "confirm_new_password",
    },
  })
  .input(
    confirmed(
      z.object({
        identifier: required(userRef),
        otp: required(otpSent),
        new_password: newPassword,
        confirm_new_password: required(secretPassword).describe("The new password again."),
      }),
      { field: "new_password", by: "confirm_new_password", ...passwordMismatch },
    ),
  )
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    const { identifier: user, otp } = input;
    const { new_password: chosen, confirm_new_password: confirmNewPassword } = input;
    const wanted = { user, otp, newPassword: chosen, confirmNewPassword };
    await resetPassword(ctx.coreFor(input), wanted);
    return statusOk;
  });
