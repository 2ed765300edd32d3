import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { promoCodeStore } from "./things.sql.ts";
import type { PromoCodeListed } from "./types.ts";

/** Returns the promo code with this id. Throws `invalid_promo_code` if it does not exist. */
export async function getPromoCode(ctx: CoreContext, id: number): Promise<PromoCodeListed> {
  const found = await promoCodeStore.find(ctx, id);
  if (!found)
    throw new Failure({ code: "invalid_promo_code", field: "id", message: "This is not there." });
  return found;
}
