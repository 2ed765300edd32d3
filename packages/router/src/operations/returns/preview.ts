import { previewReturn } from "@stampbook/core/sales";
import { operation } from "../../trpc.ts";
import { presentReturnPreview, ReturnPreviewAnswer } from "../../wire/sale/returned.ts";
import * as example from "./examples.ts";
import { comparable, ReturnFields, readReturn, returnFailures } from "./fields.ts";

/** Shows what a return would do now. Interface T12. */
export const preview = operation
  .meta({
    summary: "Shows what a return would do, and writes nothing (T12)",
    example: {
      after: "transactions.add",
      body: example.body,
      answer: {
        ...example.answer(null, 259),
        withdrawn_vouchers: [],
        returnable_vouchers: [],
        allow_partial_returns: true,
        refusal: null,
      },
    },
    rest: { path: "/api/returns/preview", operationId: "previewReturn" },
    scope: "transactions",
    large: true,
    failures: { ...returnFailures, too_many_attempts: [] },
  })
  .input(ReturnFields)
  .output(ReturnPreviewAnswer)
  .query(async ({ ctx, input }) => {
    const core = ctx.coreFor(comparable(input));
    return presentReturnPreview(
      await previewReturn(core, readReturn(input, core.caller)),
      ctx.merchant,
    );
  });
