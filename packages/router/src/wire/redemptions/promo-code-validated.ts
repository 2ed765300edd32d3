import type { Merchant } from "@stampbook/core/context";
import type { PromoCodeValidated } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { endDate, idOf, startDate } from "../shown.ts";
import { isRedeemable, presentReason, Reason } from "./reason.ts";

const timeOfDay = z.string().nullable();
const zone = "`HH:MM:SS` in the store's time zone. Null for no limit.";

/** The answer of promo-codes/validate. */
export const PromoCodeValidatedAnswer = z.object({
  is_redeemable: isRedeemable,
  reason: Reason,
  promo_code: z
    .object({
      id: idOf("the promo code"),
      merchant_id: idOf("the merchant"),
      code: z.string().describe("The code."),
      name: z.string().describe("The name of the promo code."),
      description: z.string().describe("The description. May be empty."),
      start_date: startDate,
      end_date: endDate,
      is_active: z.boolean().describe("Whether it can be redeemed."),
      extra_data: ExtraDataShown.describe("The merchant's own data about the promo code."),
      constraint: z
        .object({
          start_time: timeOfDay.describe(`From which time of day. ${zone}`),
          end_time: timeOfDay.describe(`Until which time of day. ${zone}`),
          max_usage_per_person: z
            .int()
            .nullable()
            .describe("How often a customer may redeem it. Null for no limit."),
          max_daily_usage_per_person: z.null().describe("Always null: there is no daily limit."),
          registration_statuses: z
            .array(z.literal("Full"))
            .describe("The registration statuses of members who may redeem it; empty for all."),
          redeemable_in_all_stores: z.boolean().describe("False if it is limited to stores."),
          redeemable_in_all_merchants: z.literal(true).describe("Always true."),
        })
        .describe("Who may redeem it, and when."),
    })
    .describe("The promo code."),
});

export function presentPromoCodeValidated(
  { reason, promoCode, partialMayRedeem }: PromoCodeValidated,
  merchant: Merchant,
): z.input<typeof PromoCodeValidatedAnswer> {
  return {
    is_redeemable: reason === null,
    reason: presentReason(reason),
    promo_code: {
      id: promoCode.id,
      merchant_id: merchant.id,
      code: promoCode.code,
      name: promoCode.name,
      description: promoCode.description,
      start_date: promoCode.startDate,
      end_date: promoCode.endDate,
      is_active: promoCode.isActive,
      extra_data: promoCode.extraData,
      constraint: {
        start_time: promoCode.startTime,
        end_time: promoCode.endTime,
        max_usage_per_person: promoCode.maxUsesPerCustomer,
        max_daily_usage_per_person: null,
        registration_statuses: partialMayRedeem ? [] : ["Full"],
        redeemable_in_all_stores: promoCode.stores.length === 0,
        redeemable_in_all_merchants: true,
      },
    },
  };
}
