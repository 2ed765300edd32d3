import { countGuess, guessInTurn } from "../../access/index.ts";
import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { isWrongGuess } from "../redeem-promo-code/redeem-promo-code.rules.ts";
import {
  type PromoCodeValidated,
  reasonAgainst,
  refuseValidation,
  type ValidatePromoCodeInput,
} from "./validate-promo-code.rules.ts";
import { loadPromoCodeValidation } from "./validate-promo-code.sql.ts";

/**
 * Returns the promo code and `reason`: why it cannot be redeemed now, by the rules of redeeming; null if it
 * can. Counts no use. Throws `invalid_store`, `permission_denied`, `invalid_user`, `too_many_attempts` and
 * `invalid_promo_code`. An `invalid_promo_code` counts as a wrong guess of the caller. Interface 2,
 * section 6.
 */
export function validatePromoCode(
  ctx: CoreContext,
  input: ValidatePromoCodeInput,
): Promise<PromoCodeValidated> {
  return guessInTurn(ctx, async () => {
    const seen = await loadPromoCodeValidation(ctx, input);
    const refusal = refuseValidation(seen, ctx.caller, input);
    if (refusal && isWrongGuess(refusal)) await countGuess(ctx);
    if (refusal) throw new Failure(refusal);
    const { promoCode, shown } = seen;
    if (!promoCode || !shown) throw new TypeError("a validated promo code exists");
    return { reason: reasonAgainst(seen, ctx.caller, input), promoCode, shown };
  });
}
