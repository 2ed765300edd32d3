import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { code, storeRef, userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { presentRedemptionState, RedemptionState } from "../../wire/redemptions/redemption.ts";
import { presentVoucher, Voucher } from "../../wire/redemptions/voucher.ts";
import { codeFailures, given } from "../redemptions/given.ts";

function present(done: redeeming.VoucherRedeemed) {
  const { id, name, extra_data } = presentVoucher(done.voucher);
  return {
    redemption: presentRedemptionState(done.redemption),
    voucher: { id, name, extra_data },
  };
}

/** Redeems a voucher by its code, and returns its name and extra data. Interface R11. */
export const redeem = operation
  .meta({
    summary: "Redeems a voucher by its code, and answers what it is worth (R11)",
    example: {
      body: { identifier: "customer@example.com", voucher_code: "KAYA0024", store: 32 },
      answer: {
        redemption: { id: 1, status: "Created" },
        voucher: { id: 24, name: "Free Kaya Bun", extra_data: {} },
      },
    },
    rest: { path: "/api/vouchers/redeem", operationId: "redeemVoucherCodeBrief" },
    scope: "redemptions",
    idempotent: true,
    replays: [replay(redeeming.keptVoucherCode, present)],
    failures: codeFailures,
  })
  .input(
    z.object({
      identifier: required(userRef),
      voucher_code: required(code).describe("The code, in any letter case."),
      store: required(storeRef),
      // not in the documented interface; accepted here because `by-voucher-code` accepts them
      request_id: given.request_id,
      channel: given.channel,
    }),
  )
  .output(
    z.object({
      redemption: RedemptionState,
      voucher: Voucher.pick({ id: true, name: true, extra_data: true }).describe("The voucher."),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const done = await redeeming.redeemVoucherCode(ctx.coreFor(input), {
      user: input.identifier,
      voucherCode: input.voucher_code,
      store: input.store,
      requestId: input.request_id,
      channel: input.channel,
      voucherTemplate: null,
      invoiceNumber: null,
      extraData: null,
    });
    return present(done);
  });
