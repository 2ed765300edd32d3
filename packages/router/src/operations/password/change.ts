import { changePassword } from "@stampbook/core/password";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { newPassword, secretPassword } from "../../wire/credentials/passwords.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Replaces a password, given the old one. Interface, endpoint 9. */
export const change = operation
  .meta({
    summary: "Changes a customer's password, by the old one (9)",
    example: {
      body: { ...sample.someone, old_password: "secret123", new_password: "a longer secret" },
      answer: sample.ok,
    },
    rest: { path: "/api/auth/change-password", operationId: "changePassword" },
    scope: "password",
    hashes: true,
    failures: {
      invalid_user: "user",
      invalid_password: "old_password",
      too_many_attempts: "old_password",
      weak_password: "new_password",
    },
  })
  .input(
    z.object({
      user: required(userRef),
      old_password: required(secretPassword).describe("The password until now."),
      new_password: newPassword,
    }),
  )
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    const { user, old_password: oldPassword, new_password: chosen } = input;
    await changePassword(ctx.coreFor(input), { user, oldPassword, newPassword: chosen });
    return statusOk;
  });
