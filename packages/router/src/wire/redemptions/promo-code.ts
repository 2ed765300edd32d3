import type { PromoCodeUsed } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";

/** A promo code in redemption responses. */
export const PromoCode = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  extra_data: ExtraDataShown,
});

export function presentPromoCode(promo: PromoCodeUsed): z.input<typeof PromoCode> {
  return { id: promo.id, code: promo.code, name: promo.name, extra_data: promo.extraData };
}
