import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import { operation } from "../../trpc.ts";
import { code, userRef } from "../../wire/fields.ts";
import { optional, required } from "../../wire/reading.ts";
import {
  presentVoucherValidated,
  VoucherValidatedAnswer,
} from "../../wire/redemptions/voucher-validated.ts";
import { saleAmount } from "../../wire/sale/decimals.ts";
import { given } from "../redemptions/given.ts";

/** Whether a voucher could be redeemed by its code now. Interface C3. */
export const validate = operation
  .meta({
    summary: "Says whether a voucher could be redeemed now, and changes nothing (C3)",
    example: {
      body: { voucher_code: "KAYA0025", store: 32, user: "customer@example.com" },
      answer: {
        is_redeemable: true,
        reason: null,
        user: {
          name: "Customer",
          email: "customer@example.com",
          phone: "+6281239871234",
        },
        voucher: {
          id: 25,
          name: "Free Kaya Bun",
          value: null,
          remaining_value: null,
          start_date: "2026-01-01",
          end_date: "2027-12-31",
          validity: "Fixed",
          extra_data: {},
        },
      },
    },
    scope: "vouchers",
    failures: {
      invalid_store: "store",
      invalid_user: "user",
      invalid_voucher: "voucher_code",
      invalid_voucher_owner: "user",
      too_many_attempts: "voucher_code",
    },
    rest: { path: "/api/vouchers/validate", operationId: "validateVoucher", methods: ["GET"] },
  })
  .input(
    z.object({
      voucher_code: required(code).describe("The code, in any letter case."),
      store: given.store,
      user: optional(userRef),
      channel: given.channel,
      // accepted because old clients send it; no rule uses it
      transaction_value: optional(saleAmount).describe("Accepted, and has no effect."),
    }),
  )
  .output(VoucherValidatedAnswer)
  .query(async ({ ctx, input }) => {
    const { voucher_code: voucherCode, store, user, channel } = input;
    const validated = await redeeming.validateVoucher(ctx.coreFor(input), {
      voucherCode,
      store,
      user,
      channel,
    });
    return presentVoucherValidated(validated);
  });
