import { setPassword } from "@stampbook/core/password";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { PasswordSet, presentPasswordSet } from "../../wire/credentials/answers.ts";
import { newPassword } from "../../wire/credentials/passwords.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";

/** Sets or replaces a customer's password. Interface, endpoint 10. */
export const set = operation
  .meta({
    summary: "Sets a customer's password (10)",
    example: {
      body: { email: "customer@example.com", new_password: "secret123" },
      answer: { ...sample.ok, id: 123, name: "Customer", email: "customer@example.com" },
    },
    rest: { path: "/api/auth/set-password", operationId: "setPassword" },
    scope: "password",
    hashes: true,
    failures: { invalid_user: "email", weak_password: "new_password" },
  })
  .input(z.object({ email: required(userRef), new_password: newPassword }))
  .output(PasswordSet)
  .mutation(async ({ ctx, input }) =>
    presentPasswordSet(
      await setPassword(ctx.coreFor(input), {
        user: input.email,
        newPassword: input.new_password,
      }),
    ),
  );
