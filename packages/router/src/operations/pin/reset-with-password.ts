import { resetPinWithPassword } from "@stampbook/core/pin";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { confirmed, pinMismatch } from "../../wire/credentials/confirmation.ts";
import { secretPassword } from "../../wire/credentials/passwords.ts";
import { pinRepeated, pinSent } from "../../wire/credentials/secrets.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Sets a PIN with the customer's password, and lifts a block. Interface, endpoint 8. */
export const resetWithPassword = operation
  .meta({
    summary: "Resets a customer's PIN, by the password (8)",
    example: {
      body: { ...sample.someone, password: "secret123", pin: "123456", confirm_pin: "123456" },
      answer: sample.ok,
    },
    rest: { path: "/api/pin/reset-with-password", operationId: "resetPinWithPassword" },
    scope: "pin",
    hashes: true,
    failures: {
      invalid_user: "user",
      invalid_password: "password",
      too_many_attempts: "password",
      // a common PIN, if the merchant refuses those
      invalid: "pin",
      pin_mismatch: "confirm_pin",
    },
  })
  .input(
    confirmed(
      z.object({
        user: required(userRef),
        password: required(secretPassword),
        pin: required(pinSent),
        confirm_pin: required(pinRepeated),
      }),
      { field: "pin", by: "confirm_pin", ...pinMismatch },
    ),
  )
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    const { user, password, pin, confirm_pin: confirmPin } = input;
    await resetPinWithPassword(ctx.coreFor(input), { user, password, pin, confirmPin });
    return statusOk;
  });
