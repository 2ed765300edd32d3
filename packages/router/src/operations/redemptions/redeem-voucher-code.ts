import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { code, id, userRef } from "../../wire/fields.ts";
import { CustomerSummary, presentCustomerSummary } from "../../wire/members/customer-summary.ts";
import { optional, required } from "../../wire/reading.ts";
import { presentRedemptionState, RedemptionState } from "../../wire/redemptions/redemption.ts";
import { codeFailures, given } from "./given.ts";

const present = (done: redeeming.VoucherRedeemed) => ({
  redemption: presentRedemptionState(done.redemption),
  customer: presentCustomerSummary(done),
});

/** Redeems a voucher by its code, for a customer named by email, Member ID, phone or id. Interface R4. */
export const redeemVoucherCode = operation
  .meta({
    summary: "Redeems a voucher by its code (R4)",
    example: {
      body: {
        identifier: "customer@example.com",
        voucher_code: "KAYA0023",
        voucher_template: 12,
        store: 32,
      },
      answer: { redemption: { id: 1, status: "Created" }, customer: sample.customer },
    },
    rest: { path: "/api/redemptions/by-voucher-code", operationId: "redeemVoucherCode" },
    scope: "redemptions",
    role: "cashier",
    byPin: true,
    idempotent: true,
    replays: [replay(redeeming.keptVoucherCode, present)],
    failures: { ...codeFailures, invalid_voucher_template: "voucher_template" },
  })
  .input(
    z.object({
      identifier: required(userRef),
      voucher_code: required(code).describe("The code, in any letter case."),
      voucher_template: optional(id).describe(
        "The id of the voucher's template, if it has to be this one.",
      ),
      store: given.store,
      // not in the documented interface, but needed: `request_id` for the authorization by PIN, `channel` for
      // vouchers that are limited to channels
      request_id: given.request_id,
      channel: given.channel,
    }),
  )
  .output(z.object({ redemption: RedemptionState, customer: CustomerSummary }))
  .mutation(async ({ ctx, input }) => {
    const done = await redeeming.redeemVoucherCode(ctx.coreFor(input), {
      user: input.identifier,
      voucherCode: input.voucher_code,
      voucherTemplate: input.voucher_template,
      store: input.store,
      requestId: input.request_id,
      invoiceNumber: null,
      channel: input.channel,
      extraData: null,
    });
    return present(done);
  });
