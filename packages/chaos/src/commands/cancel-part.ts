import { isTouched } from "./cancel.ts";
import { earn, type Model, type Redemption } from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth } from "./visit.ts";
import type { Real } from "./world.ts";

/**
 * Returns a call that cancels a line of a redemption of rewards, or part of its quantity. Null if no rewards were
 * redeemed.
 */
export function cancelPart(model: Model, real: Real, draw: Draw): Step | null {
  const ofRewards = model.redemptions.filter(({ lines }) => lines.length);
  if (!ofRewards.length) return null;
  const redemption = nth(ofRewards, draw.thing);
  const line = nth(redemption.lines, draw.member);
  const sent = draw.flag ? null : draw.qty;
  const input = {
    ...{ redemptionId: redemption.id, createReplacementVoucher: false },
    part: { line: line.line, lineRequestId: null, qty: sent },
  };
  const leftOf = () => (redemption.isCanceled ? 0 : line.left);
  const issued = () => redemption.issued.filter((voucher) => voucher.line === line.line);
  return step({
    // it shares the keys of cancels of the whole
    operation: "cancelRedemption",
    input,
    predict: (now) => {
      const left = leftOf();
      const qty = sent ?? left;
      const spent = issued().filter((voucher) => isTouched(now, voucher)).length;
      if (left > 0 && spent > Math.max(0, left - qty)) return "voucher_already_redeemed";
      return qty > left || (sent !== null && line.isFlexible && qty < line.qty) ? "invalid" : null;
    },
    call: (ctx) => real.verbs.cancelRedemption(ctx, input),
    apply: (now, { membership, redemption: told }) => {
      const qty = sent ?? leftOf();
      if (qty > 0) giveBack(redemption, line, qty);
      const unspent = issued()
        .filter((voucher) => !voucher.isSpent && !isTouched(now, voucher))
        .sort((one, other) => Number(other.isActive) - Number(one.isActive) || other.id - one.id);
      for (const voucher of unspent.slice(0, qty)) voucher.isActive = false;
      const status = redemption.isCanceled ? "Canceled" : "Created";
      agree("the redemption", [told.id, told.status], [redemption.id, status]);
      agree("stamps left", membership.stamps, redemption.member.stamps);
    },
  });
}

function giveBack(redemption: Redemption, line: Redemption["lines"][number], qty: number) {
  const stamps = (line.stamps / line.qty) * qty;
  line.left -= qty;
  redemption.stamps -= stamps;
  earn(redemption.member, stamps);
  redemption.isCanceled = redemption.lines.every(({ left }) => left === 0);
}
