import type { RedemptionCanceled } from "@stampbook/core/redeeming";
import { amount, date, earn, type Model, type Redemption, today, type Voucher } from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth } from "./visit.ts";
import type { Real } from "./world.ts";

/** Whether a redemption that is not canceled took the voucher, or a part of its value. */
export const isTouched = ({ redemptions }: Model, voucher: Voucher) =>
  redemptions.some(
    ({ isCanceled, whole, deducted }) =>
      !isCanceled && (whole?.voucher === voucher || deducted?.voucher === voucher),
  );

/** Cancels a redemption by its id or its invoice number. Null if there is no redemption. */
export function cancelRedemption(model: Model, real: Real, draw: Draw): Step | null {
  if (!model.redemptions.length) return null;
  const drawn = nth(model.redemptions, draw.thing);
  const { invoiceNumber, store, madeOn } = drawn;
  const invoice =
    invoiceNumber === null || draw.store === 0
      ? null
      : { invoiceNumber, store: store.id, businessDay: date(madeOn) };
  const input = { redemptionId: invoice ?? drawn.id, createReplacementVoucher: draw.flag };
  /**
   * The redemptions that the call may mean. A call by invoice number means the redemptions that are not
   * canceled. If all are canceled, the call may mean any of them.
   */
  const meant = (now: Model) => {
    if (!invoice) return [drawn];
    const all = now.redemptions.filter(
      (one) => one.invoiceNumber === invoiceNumber && one.store === store && one.madeOn === madeOn,
    );
    const open = all.filter(({ isCanceled }) => !isCanceled);
    return open.length ? open : all;
  };
  return step({
    operation: "cancelRedemption",
    input,
    predict: (now) => {
      const [redemption, other] = meant(now);
      if (other) return "invalid";
      return redemption &&
        !redemption.isCanceled &&
        redemption.issued.some((voucher) => isTouched(now, voucher))
        ? "voucher_already_redeemed"
        : null;
    },
    call: (ctx) => real.verbs.cancelRedemption(ctx, input),
    apply: (now, { membership, replacement, redemption: told }) => {
      const redemption = nth(meant(now), 0);
      agree("the redemption", [told.id, told.status], [redemption.id, "Canceled"]);
      if (!redemption.isCanceled) giveBack(now, redemption, draw.flag, replacement);
      const issued = redemption.replacement;
      // a repeat names the replacement as long as it is unspent
      const isShown = issued?.isActive && !issued.isSpent;
      agree("the replacement", replacement?.id ?? null, isShown ? issued.id : null);
      agree("stamps left", membership.stamps, redemption.member.stamps);
    },
  });
}

/** Cancels a redemption. `told` is the voucher that the service made instead of one that it took. */
export function giveBack(
  model: Model,
  redemption: Redemption,
  isReplaced: boolean,
  told: RedemptionCanceled["replacement"],
) {
  const { member, stamps, issued, deducted, whole, promoCode } = redemption;
  redemption.isCanceled = true;
  earn(member, stamps);
  for (const voucher of issued) if (!voucher.isSpent) voucher.isActive = false;
  if (whole && isReplaced) replace(model, redemption, whole, told);
  if (deducted) {
    const { voucher, value } = deducted;
    const hasEnded = voucher.through !== null && voucher.through < today(model, redemption.store);
    if (hasEnded || !voucher.isActive) replace(model, redemption, deducted, told);
    else {
      voucher.left = (voucher.left ?? 0) + value;
      voucher.isSpent = false;
    }
  }
  if (promoCode) promoCode.usedBy.splice(promoCode.usedBy.indexOf(member.id), 1);
}

/**
 * Adds the expected replacement: a voucher of the same template. A dynamic voucher has the value that the
 * redemption took, any other voucher the value of the old one. The last day is that of the old voucher, but
 * tomorrow at the earliest. What issued the old voucher withdraws the new one too. Throws if the service's
 * replacement is missing or differs.
 */
function replace(
  model: Model,
  redemption: Redemption,
  taken: { readonly voucher: Voucher; readonly value: number | null },
  told: RedemptionCanceled["replacement"],
) {
  const { member, store } = redemption;
  const { template, through } = taken.voucher;
  if (!told) throw new Error("there is no replacement");
  const from = today(model, store);
  const value = template.isDynamic ? taken.value : taken.voucher.value;
  const voucher: Voucher = {
    id: told.id,
    code: told.code,
    template,
    owner: member.id,
    value,
    left: template.isDynamic ? value : null,
    isSpent: false,
    isActive: true,
    from,
    through: through === null ? null : Math.max(through, from + 1),
    line: taken.voucher.line,
  };
  agree("the replacement's value", told.value, amount(value));
  agree("its days", [told.startDate, told.endDate], [date(from), date(voucher.through)]);
  redemption.replacement = voucher;
  model.vouchers.push(voucher);
  for (const { issued } of model.redemptions)
    if (issued.includes(taken.voucher)) issued.push(voucher);
}
