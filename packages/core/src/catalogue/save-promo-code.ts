import type { CoreContext } from "../context.ts";
import { checkPromoCodeFields } from "./catalogue.rules.ts";
import { saveThing } from "./save-thing.ts";
import { promoCodeStore } from "./things.store.ts";
import type { PromoCodeFields, Save } from "./types.ts";

/** Writes a new one of the promo codes, or all that staff say of one that is there. Refuses invalid_promo_code. */
export function savePromoCode(
  ctx: CoreContext,
  save: Save<PromoCodeFields>,
): Promise<{ readonly id: number }> {
  return saveThing(ctx, promoCodeStore, save, {
    check: checkPromoCodeFields,
    missing: "invalid_promo_code",
  });
}
