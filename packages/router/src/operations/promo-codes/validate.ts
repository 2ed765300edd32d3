import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import { operation } from "../../trpc.ts";
import { code, userRef } from "../../wire/fields.ts";
import { optional, required } from "../../wire/reading.ts";
import {
  PromoCodeValidatedAnswer,
  presentPromoCodeValidated,
} from "../../wire/redemptions/promo-code-validated.ts";
import { saleAmount } from "../../wire/sale/decimals.ts";
import { given } from "../redemptions/given.ts";

/** Whether a promo code could be redeemed now. Interface C4. */
export const validate = operation
  .meta({
    summary: "Says whether a promo code could be redeemed now, and changes nothing (C4)",
    example: {
      body: { promo_code: "PROMOCODE", store: 32, user: "customer@example.com" },
      answer: {
        is_redeemable: true,
        reason: null,
        promo_code: {
          id: 1,
          merchant_id: 1,
          code: "PROMOCODE",
          name: "Discount Rp 100,000",
          description: "Rp 100,000 off one order",
          start_date: "2026-01-01",
          end_date: "2027-12-31",
          is_active: true,
          extra_data: {},
          constraint: {
            start_time: null,
            end_time: null,
            max_usage_per_person: 1,
            max_daily_usage_per_person: null,
            registration_statuses: ["Full"],
            redeemable_in_all_stores: true,
            redeemable_in_all_merchants: true,
          },
        },
      },
    },
    scope: "redemptions",
    failures: {
      invalid_store: "store",
      invalid_user: "user",
      invalid_promo_code: "promo_code",
      too_many_attempts: "promo_code",
    },
    rest: { path: "/api/promo-codes/validate", operationId: "validatePromoCode", methods: ["GET"] },
  })
  .input(
    z.object({
      promo_code: required(code).describe("The code, in any letter case."),
      store: given.store,
      channel: given.channel,
      user: optional(userRef),
      // accepted because old clients send it; no rule uses it
      transaction_value: optional(saleAmount).describe("Accepted, and has no effect."),
    }),
  )
  .output(PromoCodeValidatedAnswer)
  .query(async ({ ctx, input }) => {
    const { promo_code: promoCode, store, channel, user } = input;
    const validated = await redeeming.validatePromoCode(ctx.coreFor(input), {
      promoCode,
      store,
      channel,
      user,
    });
    return presentPromoCodeValidated(validated, ctx.merchant);
  });
