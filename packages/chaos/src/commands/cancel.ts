import type { RedemptionCanceled } from "@stampbook/core/redeeming";
import { amount, date, type Model, type Redemption, today, type Voucher } from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth } from "./visit.ts";
import type { Real } from "./world.ts";

const isTouched = ({ isSpent, left, value }: Voucher) =>
  isSpent || (left !== null && left !== value);

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
      return redemption && !redemption.isCanceled && redemption.issued.some(isTouched)
        ? "voucher_already_redeemed"
        : null;
    },
    call: (ctx) => real.verbs.cancelRedemption(ctx, input),
    apply: (now, { membership, replacement, redemption: told }) => {
      const redemption = nth(meant(now), 0);
      agree("the redemption", [told.id, told.status], [redemption.id, "Canceled"]);
      const wasCanceled = redemption.isCanceled;
      const wanted = !wasCanceled && draw.flag && redemption.whole;
      if (!wasCanceled) giveBack(redemption);
      if (wanted) now.vouchers.push(replace(now, redemption, wanted, replacement));
      else agree("the replacement", replacement, null);
      agree("stamps left", membership.stamps, redemption.member.stamps);
    },
  });
}

function giveBack(redemption: Redemption) {
  const { member, stamps, issued, deducted, promoCode } = redemption;
  redemption.isCanceled = true;
  member.stamps += stamps;
  for (const voucher of issued) voucher.isActive = false;
  if (deducted) {
    const { voucher, value } = deducted;
    voucher.left = (voucher.left ?? 0) + value;
    voucher.isSpent = false;
  }
  if (promoCode) promoCode.usedBy.splice(promoCode.usedBy.indexOf(member.id), 1);
}

/**
 * Returns the expected replacement: a voucher of the same template. A dynamic voucher has the value that the
 * old one had left, any other voucher the value of the old one. The last day is that of the old voucher, but
 * tomorrow at the earliest. Throws if the service's replacement is missing or differs.
 */
function replace(
  model: Model,
  { member, store }: Redemption,
  whole: NonNullable<Redemption["whole"]>,
  told: RedemptionCanceled["replacement"],
): Voucher {
  const { template, through } = whole.voucher;
  if (!told) throw new Error("there is no replacement");
  const from = today(model, store);
  const value = template.isDynamic ? whole.value : whole.voucher.value;
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
  };
  agree("the replacement's value", told.value, amount(value));
  agree("its days", [told.startDate, told.endDate], [date(from), date(voucher.through)]);
  return voucher;
}
