import type { Merchant } from "@stampbook/core/context";
import type { PromoCodeValidated } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { presentReason, Reason } from "./reason.ts";

/** The answer of promo-codes/validate. */
export const PromoCodeValidatedAnswer = z.object({
  is_redeemable: z.boolean(),
  reason: Reason,
  promo_code: z.object({
    id: z.int(),
    merchant_id: z.int(),
    code: z.string(),
    name: z.string(),
    description: z.string(),
    start_date: z.iso.date().nullable(),
    end_date: z.iso.date().nullable(),
    is_active: z.boolean(),
    extra_data: ExtraDataShown,
    constraint: z.object({
      /** `HH:MM:SS` in the store's zone; null for no limit. */
      start_time: z.string().nullable(),
      end_time: z.string().nullable(),
      max_usage_per_person: z.int().nullable(),
      /** Always null: a promo code has no limit by the day. */
      max_daily_usage_per_person: z.null(),
      /** The registration statuses of the members who may redeem; empty for all. */
      registration_statuses: z.array(z.literal("Full")),
      redeemable_in_all_stores: z.boolean(),
      redeemable_in_all_merchants: z.literal(true),
    }),
  }),
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
