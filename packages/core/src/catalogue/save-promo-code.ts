import type { CoreContext } from "../context.ts";
import { checkPromoCodeFields } from "./catalogue.rules.ts";
import { saveThing } from "./save-thing.ts";
import { promoCodeStore } from "./things.sql.ts";
import type { PromoCodeFields, Save } from "./types.ts";

/**
 * Creates a promo code, or replaces all fields that staff can edit. Throws `invalid_promo_code` for an
 * unknown id, and what `checkPromoCodeFields` refuses.
 */
export function savePromoCode(
  ctx: CoreContext,
  save: Save<PromoCodeFields>,
): Promise<{ readonly id: number }> {
  return saveThing(ctx, promoCodeStore, save, {
    check: checkPromoCodeFields,
    missing: "invalid_promo_code",
  });
}
