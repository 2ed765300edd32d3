import { setPin } from "@stampbook/core/pin";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { confirmed, pinMismatch } from "../../wire/credentials/confirmation.ts";
import { pinRepeated, pinSent } from "../../wire/credentials/secrets.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Sets a customer's first PIN. Interface, endpoint 2. */
export const set = operation
  .meta({
    summary: "Sets a customer's first PIN (2)",
    example: {
      body: { user: "budi@example.com", pin: "024680", confirm_pin: "024680" },
      answer: sample.ok,
    },
    rest: { path: "/api/pin/set", operationId: "setPin" },
    scope: "pin",
    hashes: true,
    failures: {
      invalid_user: "user",
      // a common PIN, if the merchant refuses those
      invalid: "pin",
      pin_already_set: "pin",
      pin_mismatch: "confirm_pin",
    },
  })
  .input(
    confirmed(
      z.object({
        user: required(userRef),
        pin: required(pinSent),
        confirm_pin: required(pinRepeated),
      }),
      { field: "pin", by: "confirm_pin", ...pinMismatch },
    ),
  )
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    const { user, pin, confirm_pin: confirmPin } = input;
    await setPin(ctx.coreFor(input), { user, pin, confirmPin });
    return statusOk;
  });
