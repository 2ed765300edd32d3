import { channels } from "@stampbook/core/messages";
import { requestOtp } from "@stampbook/core/otp";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { choice } from "../../wire/choices.ts";
import { OneTimePassword, presentOneTimePassword } from "../../wire/credentials/answers.ts";
import { code, userRef } from "../../wire/fields.ts";
import { optional, required } from "../../wire/reading.ts";

/**
 * Creates a one-time password for a new password, and sends it if a template is named. Interface,
 * endpoint 11.
 */
export const requestReset = operation
  .meta({
    summary: "Makes a one-time password to reset a password with (11)",
    example: {
      body: { identifier: "081239871234", type: "sms" },
      answer: { ...sample.ok, otp: "048213" },
    },
    rest: { path: "/api/auth/request-otp-for-password-reset", operationId: "requestPasswordReset" },
    scope: "otp",
    failures: {
      invalid_user: "identifier",
      otp_limit_reached: "identifier",
      invalid_type: "type",
      invalid_template_code: "template_code",
    },
  })
  .input(
    z.object({
      identifier: required(userRef),
      type: required(choice(channels)).describe("How the one-time password is sent."),
      template_code: optional(code).describe("The message template. Without one, nothing is sent."),
    }),
  )
  .output(OneTimePassword)
  .mutation(async ({ ctx, input }) => {
    const { identifier: user, type, template_code: templateCode } = input;
    const wanted = { purpose: "password", user, type, templateCode } as const;
    return presentOneTimePassword(await requestOtp(ctx.coreFor(input), wanted));
  });
