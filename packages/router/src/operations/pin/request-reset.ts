import { channels } from "@stampbook/core/messages";
import { requestOtp } from "@stampbook/core/otp";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import {
  OneTimePassword,
  presentOneTimePassword,
} from "../../wire/credentials/one-time-password.ts";
import { choice, code, reference } from "../../wire/fields.ts";
import { optional, required } from "../../wire/reading.ts";

/** Creates a one-time password for a new PIN, and sends it if a template is named. Interface, endpoint 6. */
export const requestReset = operation
  .meta({
    summary: "Makes a one-time password to reset a PIN with (6)",
    example: { body: sample.someone, answer: { ...sample.ok, otp: "048213" } },
    rest: { path: "/api/pin/request-otp-for-reset" },
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
      user: required(reference),
      type: optional(choice(channels)),
      template_code: optional(code),
    }),
  )
  .output(OneTimePassword)
  .mutation(async ({ ctx, input }) => {
    const { user, type, template_code: templateCode } = input;
    const wanted = { purpose: "pin", user, type, templateCode } as const;
    return presentOneTimePassword(await requestOtp(ctx.coreFor(input), wanted));
  });
