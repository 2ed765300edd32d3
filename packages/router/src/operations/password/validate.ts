import { validatePassword } from "@stampbook/core/password";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { secretPassword } from "../../wire/credentials/passwords.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Whether a password is the customer's. Interface, endpoint 1. */
export const validate = operation
  .meta({
    summary: "Validates a customer's password (1)",
    example: { body: { ...sample.someone, password: "secret123" }, answer: sample.ok },
    rest: { path: "/api/auth/validate-password", operationId: "validatePassword" },
    scope: "password",
    hashes: true,
    failures: {
      invalid_user: "user",
      invalid_password: "password",
      too_many_attempts: "password",
    },
  })
  .input(z.object({ user: required(userRef), password: required(secretPassword) }))
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    await validatePassword(ctx.coreFor(input), input);
    return statusOk;
  });
