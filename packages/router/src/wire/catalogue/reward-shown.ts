import type { RewardDetail, RewardOffered, RewardShown } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { presentReason, Reason } from "../redemptions/reason.ts";

/** A reward in the answer of `/api/rewards`. */
export const RewardInList = z.object({
  id: z.int(),
  /** Empty if the reward has none. */
  code: z.string(),
  name: z.string(),
  description: z.string(),
  terms: z.string(),
  /** The price of one; 0 for a flexible reward. */
  stamps_to_redeem: z.int(),
  /** Flexible: the call that redeems it names the stamps. Voucher: it issues a voucher. */
  type: z.enum(["Product", "Flexible", "Voucher"]),
  membership: z.null(),
  image_url: z.string(),
  landscape_url: z.string(),
  price: z.number().nullable(),
  merchant_code: z.null(),
  extra_data: ExtraDataShown,
  /** Null unless both a user and a store were sent. */
  redeemable: z.boolean().nullable(),
  reason: Reason,
  is_visible: z.boolean(),
});

export function presentOfferedReward(reward: RewardOffered): z.input<typeof RewardInList> {
  return { ...presentShown(reward), ...presentRedeemable(reward.reason) };
}

/** The answer of `/api/rewards/{reward_code}`. */
export const RewardInDetail = RewardInList.extend({ available_at: z.array(z.string()) });

export function presentRewardDetail(reward: RewardDetail): z.input<typeof RewardInDetail> {
  return {
    ...presentShown(reward),
    ...presentRedeemable(undefined),
    available_at: [...reward.availableAt],
  };
}

function presentRedeemable(reason: RewardOffered["reason"]) {
  return reason === undefined
    ? { redeemable: null, reason: null }
    : { redeemable: reason === null, reason: presentReason(reason) };
}

function presentShown(reward: RewardShown) {
  return {
    id: reward.id,
    code: reward.code,
    name: reward.name,
    description: reward.description,
    terms: reward.terms,
    stamps_to_redeem: reward.stampsToRedeem,
    type: typeOf(reward),
    membership: null,
    image_url: reward.imageUrl,
    landscape_url: reward.landscapeUrl,
    // exact as a double: at most twelve digits before the point, and two after it
    price: reward.price === null ? null : Number(reward.price),
    merchant_code: null,
    extra_data: reward.extraData,
    is_visible: reward.isVisible,
  };
}

/** A flexible reward with a voucher is flexible: whoever redeems it must name the stamps. */
function typeOf({ kind, hasVoucher }: RewardShown): "Product" | "Flexible" | "Voucher" {
  if (kind === "flexible") return "Flexible";
  return hasVoucher ? "Voucher" : "Product";
}
