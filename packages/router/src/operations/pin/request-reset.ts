import { channels } from "@stampbook/core/messages";
import { requestOtp } from "@stampbook/core/otp";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { choice } from "../../wire/choices.ts";
import { OneTimePassword, presentOneTimePassword } from "../../wire/credentials/answers.ts";
import { code, userRef } from "../../wire/fields.ts";
import { optional, required } from "../../wire/reading.ts";

/** Creates a one-time password for a new PIN, and sends it if a template is named. Interface, endpoint 6. */
export const requestReset = operation
  .meta({
    summary: "Makes a one-time password to reset a PIN with (6)",
    example: { body: sample.someone, answer: { ...sample.ok, otp: "048213" } },
    rest: { path: "/api/pin/request-otp-for-reset", operationId: "requestPinReset" },
    scope: "otp",
    failures: {
      invalid_user: "user",
      otp_limit_reached: "user",
      invalid_type: "type",
      invalid_template_code: "template_code",
    },
  })
  .input(
    z.object({
      user: required(userRef),
      type: optional(choice(channels)).describe(
        "How the one-time password is sent. The merchant's setting by default.",
      ),
      template_code: optional(code).describe("The message template. Without one, nothing is sent."),
    }),
  )
  .output(OneTimePassword)
  .mutation(async ({ ctx, input }) => {
    const { user, type, template_code: templateCode } = input;
    const wanted = { purpose: "pin", user, type, templateCode } as const;
    return presentOneTimePassword(await requestOtp(ctx.coreFor(input), wanted));
  });
