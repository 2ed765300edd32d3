import { resetPin } from "@stampbook/core/pin";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { confirmed, pinMismatch } from "../../wire/credentials/confirmation.ts";
import { otpSent, pinRepeated, pinSent } from "../../wire/credentials/secrets.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Sets a PIN with a one-time password, and lifts a block. Interface, endpoint 7. */
export const reset = operation
  .meta({
    summary: "Resets a customer's PIN, by a one-time password (7)",
    example: {
      after: "pin.requestReset",
      body: { ...sample.someone, otp: "048213", pin: "123456", confirm_pin: "123456" },
      answer: sample.ok,
    },
    rest: { path: "/api/pin/reset", operationId: "resetPin" },
    scope: "pin",
    hashes: true,
    failures: {
      invalid_user: "user",
      invalid_otp: "otp",
      too_many_attempts: "otp",
      // a common PIN, if the merchant refuses those
      invalid: "pin",
      pin_mismatch: "confirm_pin",
    },
  })
  .input(
    confirmed(
      z.object({
        user: required(userRef),
        otp: required(otpSent),
        pin: required(pinSent),
        confirm_pin: required(pinRepeated),
      }),
      { field: "pin", by: "confirm_pin", ...pinMismatch },
    ),
  )
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    const { user, otp, pin, confirm_pin: confirmPin } = input;
    await resetPin(ctx.coreFor(input), { user, otp, pin, confirmPin });
    return statusOk;
  });
