import type { RewardDetail, RewardOffered, RewardShown } from "@stampbook/core/redeeming";
import { z } from "zod";
import { ExtraDataShown } from "../extra-data.ts";
import { presentReason, Reason } from "../redemptions/reason.ts";
import { idOf } from "../shown.ts";

/** A reward in the answer of `/api/rewards`. */
export const RewardInList = z
  .object({
    id: idOf("the reward"),
    code: z.string().describe("Empty if the reward has none."),
    name: z.string().describe("The name of the reward."),
    description: z.string().describe("Empty if the reward has none."),
    terms: z.string().describe("The terms and conditions. Empty if the reward has none."),
    stamps_to_redeem: z.int().describe("The price of one in stamps; 0 for a flexible reward."),
    type: z
      .literal([1, 4, 5])
      .describe(
        "1 a product; 4 a voucher, which the reward issues; 5 flexible: the call that redeems it names the stamps.",
      ),
    type_text: z.enum(["Product", "Voucher", "Flexible"]).describe("The type as a word."),
    membership: z
      .string()
      .nullable()
      .describe(
        "The name of the lowest level: rewards are open to every level. Null if the merchant has no levels.",
      ),
    image_url: z.string().describe("The address of its picture. Empty if it has none."),
    landscape_url: z.string().nullable().describe("The address of its wide picture, if any."),
    price: z.number().nullable().describe("What it costs without stamps, if that is known."),
    merchant_code: z.null().describe("Always null."),
    extra_data: ExtraDataShown.describe("The merchant's own data about the reward."),
    redeemable: z
      .boolean()
      .nullable()
      .describe("Whether the customer could redeem it now. Null without a user or a store."),
    reason: Reason,
    is_visible: z.boolean().describe("Whether the merchant wants it to be shown to customers."),
  })
  .meta({ id: "Reward", description: "A reward of the catalog." });

export function presentOfferedReward(reward: RewardOffered): z.input<typeof RewardInList> {
  return { ...presentShown(reward), ...presentRedeemable(reward.reason) };
}

/** The answer of `/api/rewards/{reward_code}`. */
export const RewardInDetail = RewardInList.extend({
  available_at: z.array(z.string()).describe("The names of the stores that have it."),
  is_active: z.boolean().describe("Whether it can be redeemed."),
  is_cross_promo: z.literal(false).describe("Always false: a reward belongs to one merchant."),
  picture_url: z.literal("").describe("Always empty: the picture is in `image_url`."),
  get_absolute_url: z.literal("").describe("Always empty: a reward has no page of its own."),
  redemption_url: z.literal("").describe("Always empty: a reward has no page of its own."),
}).meta({ id: "RewardInDetail", description: "A reward of the catalog, with its stores." });

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
