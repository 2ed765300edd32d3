import { type Model, spendAuthorization, today, unauthorized, unavailable } from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth, visit } from "./visit.ts";
import type { Real } from "./world.ts";

export function redeemPromoCode(model: Model, real: Real, draw: Draw): Step {
  const { member, store, requestId, input } = visit(model, real, draw);
  const promoCode = nth(model.promoCodes, draw.thing);
  const { code, max, maxPerMember, usedBy } = promoCode;
  const whole = { ...input, promoCode: draw.flag ? code.toLowerCase() : code };
  return step({
    operation: "redeemPromoCode",
    input: whole,
    predict: (now) => {
      if (unavailable(now, promoCode, store)) return "promo_code_not_available";
      const own = usedBy.filter((id) => id === member.id).length;
      if (usedBy.length >= (max ?? Number.POSITIVE_INFINITY)) return "promo_code_limit_reached";
      if (own >= (maxPerMember ?? Number.POSITIVE_INFINITY)) return "promo_code_limit_reached";
      return unauthorized(now, member, requestId);
    },
    call: (ctx) => real.verbs.redeemPromoCode(ctx, whole),
    apply: (now, { redemption, membership }) => {
      usedBy.push(member.id);
      spendAuthorization(now, member, requestId);
      agree("stamps left", membership.stamps, member.stamps);
      now.redemptions.push({
        id: redemption.id,
        member,
        store,
        stamps: 0,
        lines: [],
        issued: [],
        promoCode,
        madeOn: today(now, store),
        invoiceNumber: null,
        isCanceled: false,
      });
    },
  });
}
