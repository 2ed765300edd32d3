import type { PromoCodeUsed } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { idOf } from "../shown.ts";

/** A promo code in redemption responses. */
export const PromoCode = z
  .object({
    id: idOf("the promo code"),
    code: z.string().describe("The code."),
    name: z.string().describe("The name of the promo code."),
    extra_data: ExtraDataShown.describe("The merchant's own data about the promo code."),
  })
  .meta({ id: "PromoCode", description: "A promo code that was redeemed." });

export function presentPromoCode(promo: PromoCodeUsed): z.input<typeof PromoCode> {
  return { id: promo.id, code: promo.code, name: promo.name, extra_data: promo.extraData };
}
