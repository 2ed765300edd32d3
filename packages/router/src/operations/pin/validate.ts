import { validatePin } from "@stampbook/core/pin";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { pinSent } from "../../wire/credentials/secrets.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Whether a PIN is the customer's. Counts a wrong PIN. Interface, endpoint 4. */
export const validate = operation
  .meta({
    summary: "Validates a customer's PIN (4)",
    example: { body: { ...sample.someone, pin: "123456" }, answer: sample.ok },
    rest: { path: "/api/pin/validate", operationId: "validatePin" },
    scope: "pin",
    hashes: true,
    failures: {
      invalid_user: "user",
      pin_not_set: "pin",
      pin_blocked: "pin",
      invalid_pin: "pin",
      too_many_attempts: "pin",
    },
  })
  .input(z.object({ user: required(userRef), pin: required(pinSent) }))
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    await validatePin(ctx.coreFor(input), input);
    return statusOk;
  });
