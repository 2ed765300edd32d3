import { changePin } from "@stampbook/core/pin";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { confirmed, pinMismatch } from "../../wire/credentials/confirmation.ts";
import { pinRepeated, pinSent } from "../../wire/credentials/secrets.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Replaces a PIN, given the old one. Interface, endpoint 3. */
export const change = operation
  .meta({
    summary: "Changes a customer's PIN, by the current one (3)",
    example: {
      body: {
        ...sample.someone,
        current_pin: "123456",
        new_pin: "024680",
        confirm_new_pin: "024680",
      },
      answer: sample.ok,
    },
    rest: { path: "/api/pin/change", operationId: "changePin" },
    scope: "pin",
    hashes: true,
    failures: {
      invalid_user: "user",
      pin_not_set: "current_pin",
      pin_blocked: "current_pin",
      invalid_pin: "current_pin",
      too_many_attempts: "current_pin",
      // a common PIN, if the merchant refuses those
      invalid: "new_pin",
      pin_mismatch: "confirm_new_pin",
    },
  })
  .input(
    confirmed(
      z.object({
        user: required(userRef),
        current_pin: required(pinSent).describe("The PIN until now."),
        new_pin: required(pinSent).describe("The new PIN: six digits."),
        confirm_new_pin: required(pinRepeated),
      }),
      { field: "new_pin", by: "confirm_new_pin", ...pinMismatch },
    ),
  )
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    const { user, current_pin: currentPin } = input;
    const { new_pin: newPin, confirm_new_pin: confirmNewPin } = input;
    await changePin(ctx.coreFor(input), { user, currentPin, newPin, confirmNewPin });
    return statusOk;
  });
