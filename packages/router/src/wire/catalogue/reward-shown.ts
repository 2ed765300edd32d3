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
  /**
   * 1 a product; 4 a voucher, which the reward issues; 5 flexible, the call that redeems it names the stamps.
   */
  type: z.literal([1, 4, 5]),
  /** The type as a word. */
  type_text: z.enum(["Product", "Voucher", "Flexible"]),
  /** The name of the lowest level: rewards are open to every level. Null if the merchant has no levels. */
  membership: z.string().nullable(),
  image_url: z.string(),
  landscape_url: z.string().nullable(),
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
export const RewardInDetail = RewardInList.extend({
  available_at: z.array(z.string()),
  is_active: z.boolean(),
  /** Always false: a reward belongs to one merchant. */
  is_cross_promo: z.literal(false),
  /** Always empty: a reward has the picture in `image_url`, and no page of its own. */
  picture_url: z.literal(""),
  get_absolute_url: z.literal(""),
  redemption_url: z.literal(""),
});

export function presentRewardDetail(reward: RewardDetail): z.input<typeof RewardInDetail> {
  return {
    ...presentShown(reward),
    ...presentRedeemable(undefined),
    available_at: [...reward.availableAt],
    is_active: reward.isActive,
    is_cross_promo: false,
    picture_url: "",
    get_absolute_url: "",
    redemption_url: "",
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
    ...typeOf(reward),
    membership: reward.lowestLevel,
    image_url: reward.imageUrl,
    landscape_url: reward.landscapeUrl || null,
    // exact as a double: at most twelve digits before the point, and two after it
    price: reward.price === null ? null : Number(reward.price),
    merchant_code: null,
    extra_data: reward.extraData,
    is_visible: reward.isVisible,
  };
}

/** A flexible reward with a voucher is flexible: whoever redeems it must name the stamps. */
function typeOf({ kind, hasVoucher }: RewardShown) {
  if (kind === "flexible") return { type: 5, type_text: "Flexible" } as const;
  return hasVoucher
    ? ({ type: 4, type_text: "Voucher" } as const)
    : ({ type: 1, type_text: "Product" } as const);
}
