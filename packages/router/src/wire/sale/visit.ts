import type { Merchant } from "@stampbook/core/context";
import type { SaleAdded } from "@stampbook/core/sales";
import type { VisitRedemption as DomainRedemption, Visit } from "@stampbook/core/visits";
import { z } from "zod";
import { MembershipWithStatusCode, presentMembershipWithStatusCode } from "../membership.ts";
import { IssuedVoucher, presentIssuedVoucher } from "../redemptions/issued-voucher.ts";
import { PromoCode, presentPromoCode } from "../redemptions/promo-code.ts";
import { presentRedemption, requestIdShown } from "../redemptions/redemption.ts";
import {
  presentRedemptionOfRewards,
  RedemptionOfRewards,
} from "../redemptions/redemption-of-rewards.ts";
import { presentVoucherWithType, VoucherWithType } from "../redemptions/voucher.ts";
import { remainingValue } from "../shown.ts";
import { presentSaleParts, SaleAnswer } from "./sale.ts";

/** The result of one line of a visit, in the form of `redeem-multiple-rewards`. */
const VisitRedemption = RedemptionOfRewards.extend({
  rewards: RedemptionOfRewards.shape.rewards.describe("Empty for a voucher and a promo code."),
  request_id: requestIdShown,
  value: z
    .number()
    .optional()
    .describe("The amount deducted from a voucher's dynamic value; absent for all other lines."),
  voucher: VoucherWithType.extend({ remaining_value: remainingValue.optional() })
    .meta({ id: "VoucherOfVisit", description: "A voucher with what is left of its value." })
    .optional()
    .describe("The voucher that was redeemed, or the first that a reward issued."),
  promo_code: PromoCode.optional().describe("The promo code that was redeemed, if it was one."),
}).meta({ id: "RedemptionOfVisit", description: "What one line of the call redeemed." });

/** The answer of `add-with-redemptions`. */
export const VisitAnswer = z.object({
  transaction: SaleAnswer.shape.transaction,
  redemptions: z.array(VisitRedemption).describe("What was redeemed, in the order of the lists."),
  membership: MembershipWithStatusCode.nullable().describe("Null for a sale without a customer."),
  issued_voucher: IssuedVoucher.nullable().describe("Null without `issue_voucher`."),
});

/** The answer of a sale without a customer, which redeems nothing. */
export function presentOpenSale({ sale }: SaleAdded): z.input<typeof VisitAnswer> {
  return {
    transaction: presentSaleParts(sale),
    redemptions: [],
    membership: null,
    issued_voucher: null,
  };
}

export function presentVisit(
  visit: Visit,
  merchant: Pick<Merchant, "id">,
): z.input<typeof VisitAnswer> {
  const { sale, issuedVoucher } = visit;
  if (!sale) throw new TypeError("this visit has a sale");
  return {
    transaction: presentSaleParts(sale),
    redemptions: visit.redemptions.map((redeemed) => presentVisitRedemption(redeemed, visit)),
    membership: presentMembershipWithStatusCode(visit),
    issued_voucher: issuedVoucher && presentIssuedVoucher(issuedVoucher, merchant),
  };
}

function presentVisitRedemption(
  redeemed: DomainRedemption,
  { customer, membership }: Visit,
): z.input<typeof VisitRedemption> {
  const { redemption } = redeemed;
  if (redeemed.kind === "reward") {
    const { line } = redeemed;
    const shown = presentRedemptionOfRewards({ redemption, customer, membership, lines: [line] });
    return { ...shown, request_id: line.requestId };
  }
  const common = {
    ...presentRedemption(redemption),
    rewards: [],
    request_id: redeemed.requestId,
  };
  if (redeemed.kind === "promo_code")
    return {
      ...common,
      ...(redeemed.promoCode && { promo_code: presentPromoCode(redeemed.promoCode) }),
    };
  const { voucher, value } = redeemed;
  const { remainingValue: left } = voucher;
  return {
    ...common,
    ...(value !== null && { value: Number(value) }),
    voucher: {
      ...presentVoucherWithType(voucher),
      remaining_value: left === null ? null : Number(left),
    },
  };
}
