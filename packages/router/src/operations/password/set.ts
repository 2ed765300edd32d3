import { setPassword } from "@stampbook/core/password";
import { z } from "zod";
import { operation } from "../../trpc.ts";
import { email } from "../../wire/email.ts";
import { PasswordSet, presentPasswordSet } from "../../wire/password-set.ts";
import { newPassword } from "../../wire/passwords.ts";
import { required } from "../../wire/reading.ts";

/** Sets or replaces the password of the customer with this email. Interface, endpoint 10. */
export const set = operation
  .meta({
    summary: "Sets the password of the customer with an email (10)",
    rest: { path: "/api/auth/set-password" },
    scope: "password",
    hashes: true,
    failures: { invalid_user: "email", weak_password: "new_password" },
  })
  .input(z.object({ email: required(email), new_password: newPassword }))
  .output(PasswordSet)
  .mutation(async ({ ctx, input }) =>
    presentPasswordSet(
      await setPassword(ctx.coreFor(input), {
        email: input.email,
        newPassword: input.new_password,
      }),
    ),
  );
