import { cancelRedemption } from "@stampbook/core/redeeming";
import { z } from "zod";
import { operation } from "../../trpc.ts";
import { CustomerSummary, presentCustomerSummary } from "../../wire/customer-summary.ts";
import { flag, id } from "../../wire/fields.ts";
import { required, withDefault } from "../../wire/reading.ts";
import { presentRedemptionState, RedemptionState } from "../../wire/redemptions/redemption.ts";

/** Cancels a redemption and returns what it took. A second cancel changes nothing. Interface R6. */
export const cancel = operation
  .meta({
    summary: "Cancels a redemption and gives back what it took (R6)",
    rest: { path: "/api/redemptions/cancel" },
    scope: "redemptions",
    idempotent: true,
    failures: {
      // reported by the HTTP status, not on an input
      redemption_not_found: [],
      voucher_already_redeemed: "id",
    },
  })
  .input(
    z.object({
      id: required(id),
      create_replacement_voucher: withDefault(flag, false),
    }),
  )
  .output(z.object({ redemption: RedemptionState, customer: CustomerSummary }))
  .mutation(async ({ ctx, input }) => {
    const done = await cancelRedemption(ctx.coreFor(input), {
      redemptionId: input.id,
      createReplacementVoucher: input.create_replacement_voucher,
    });
    return {
      redemption: presentRedemptionState(done.redemption),
      customer: presentCustomerSummary(done),
    };
  });
