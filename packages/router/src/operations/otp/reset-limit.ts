import { resetOtpLimit } from "@stampbook/core/otp";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Lets a customer request one-time passwords again. Interface, endpoint 14. */
export const resetLimit = operation
  .meta({
    summary: "Resets a customer's allowance of one-time passwords (14)",
    example: { body: sample.someone, answer: sample.ok },
    rest: { path: "/api/auth/reset-otp-limit", operationId: "resetOtpLimit" },
    scope: "otp",
    role: "cashier",
    byPin: true,
    failures: { invalid_user: "user", otp_limit_reached: "user" },
    failureStatus: "invalid",
  })
  .input(z.object({ user: required(userRef) }))
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    await resetOtpLimit(ctx.coreFor(input), input);
    return statusOk;
  });
