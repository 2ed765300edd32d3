import { authorizeRedemption } from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { pinSent } from "../../wire/credentials/secrets.ts";
import { code, wholeNumber } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";
import { given } from "./given.ts";

const LONGEST_SECONDS = 86_400;

/** Authorizes one request of a customer by PIN, for the given number of seconds. Interface R7. */
export const authorize = operation
  .meta({
    summary: "Authorizes a redemption by the customer's PIN (R7)",
    example: {
      body: {
        user: "customer@example.com",
        pin: "123456",
        request_id: "till-3-0001",
        timeout: 300,
      },
      answer: sample.ok,
    },
    rest: { path: "/api/redemptions/authorize", operationId: "authorizeRedemption" },
    scope: "pin",
    role: "cashier",
    byPin: true,
    hashes: true,
    failures: {
      invalid_user: "user",
      membership_blocked: "user",
      membership_partial: "user",
      pin_not_set: "pin",
      pin_blocked: "pin",
      invalid_pin: "pin",
      too_many_attempts: "pin",
    },
  })
  .input(
    z.object({
      user: given.user,
      pin: required(pinSent),
      request_id: required(code).describe(
        "The request to authorize, as the redemption will send it.",
      ),
      timeout: required(wholeNumber(1, LONGEST_SECONDS)).describe(
        "How long the authorization lasts, in seconds.",
      ),
    }),
  )
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    const { user, pin, request_id: requestId, timeout } = input;
    await authorizeRedemption(ctx.coreFor(input), { user, pin, requestId, timeout });
    return statusOk;
  });
