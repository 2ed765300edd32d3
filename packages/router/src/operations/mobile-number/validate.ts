import { validateMobileNumber } from "@stampbook/core/otp";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { code } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Whether a text is a mobile number, in the merchant's country or international. Interface, endpoint 13. */
export const validate = operation
  .meta({
    summary: "Validates a mobile number (13)",
    example: { body: { mobile_number: "081239871234" }, answer: sample.ok },
    rest: { path: "/api/auth/validate-mobile-number", operationId: "validateMobileNumber" },
    scope: "password",
    role: "cashier",
    byPin: true,
    failures: { invalid_mobile_number: "mobile_number" },
    failureStatus: "invalid",
  })
  .input(z.object({ mobile_number: required(code).describe("The number to look at.") }))
  .output(StatusOk)
  .mutation(({ ctx, input }) => {
    validateMobileNumber(ctx.coreFor(input), { mobileNumber: input.mobile_number });
    return statusOk;
  });
