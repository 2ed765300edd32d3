import { addReturn, keptReturn } from "@stampbook/core/sales";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { presentReturn, ReturnAnswer } from "../../wire/sale/returned.ts";
import * as example from "./examples.ts";
import { comparable, ReturnFields, readReturn, returnFailures } from "./fields.ts";

/** Takes goods of a sale back, with the stamps that it no longer earns. Interface T13. */
export const add = operation
  .meta({
    summary: "Takes goods of a sale back, with the stamps that it no longer earns (T13)",
    example: {
      after: "transactions.add",
      body: example.body,
      answer: {
        ...example.answer(1, 254),
        withdrawn_vouchers: [],
        returned_vouchers: [],
        canceled_redemptions: [],
      },
    },
    rest: { path: "/api/returns/add", operationId: "addReturn" },
    scope: "transactions",
    idempotent: true,
    replays: [replay(keptReturn, (added, { merchant }) => presentReturn(added, merchant))],
    large: true,
    failures: {
      ...returnFailures,
      voucher_already_redeemed: ["deactivate_payment_vouchers", "cancel_redemptions"],
      insufficient_stamps: "root_invoice_number",
    },
  })
  .input(ReturnFields)
  .output(ReturnAnswer)
  .mutation(async ({ ctx, input }) => {
    const core = ctx.coreFor(comparable(input));
    return presentReturn(await addReturn(core, readReturn(input, core.caller)), ctx.merchant);
  });
