import { keptMethod, savePaymentMethod } from "@stampbook/core/payment-methods";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { code, flag } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/** Adds a method of payment, or changes the one with the same code. Interface T8. */
export const addOrUpdatePaymentMethod = operation
  .meta({
    summary: "Adds a method of payment, or changes the one with the same code (T8)",
    example: {
      body: { code: "cash", name: "Cash", eligible_for_points: true },
      answer: sample.ok,
    },
    rest: { path: "/api/merchants/add-or-update-payment-method", operationId: "setPaymentMethod" },
    scope: "programme",
    idempotent: true,
    replays: [replay(keptMethod, () => statusOk)],
  })
  .input(
    z.object({
      code: required(code).describe(
        "The code, as the POS sends it in `payment_method`. Letter case does not matter.",
      ),
      name: required(code).describe("The name for staff."),
      eligible_for_points: required(flag).describe("Whether what is paid by it earns stamps."),
    }),
  )
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    await savePaymentMethod(ctx.coreFor(input), {
      code: input.code,
      name: input.name,
      earns: input.eligible_for_points,
    });
    return statusOk;
  });
