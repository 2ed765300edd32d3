import type { RewardLine as DomainLine, RewardsRedeemed } from "@stampbook/core/redeeming";
import { z } from "zod";
import { presentRedemption, Redemption } from "./redemption.ts";
import { presentReward, Reward } from "./reward.ts";
import { presentVoucherWithType, VoucherWithType } from "./voucher.ts";

/** One line in the answer of `redeem-multiple-rewards`: a reward, and how it was redeemed. */
export const RewardLine = Reward.extend({
  qty: z.int(),
  stamps_used: z.int(),
  request_id: z.string().nullable(),
  voucher: VoucherWithType.optional(),
});

function presentRewardLine(line: DomainLine): z.input<typeof RewardLine> {
  return {
    ...presentReward(line.reward),
    qty: line.qty,
    stamps_used: line.stampsUsed,
    request_id: line.requestId,
    ...(line.voucher && { voucher: presentVoucherWithType(line.voucher) }),
  };
}

/** The answer of `redeem-multiple-rewards`: one redemption with its lines, and their first voucher. */
export const RedemptionOfRewards = Redemption.extend({
  rewards: z.array(RewardLine),
  voucher: VoucherWithType.optional(),
});

export function presentRedemptionOfRewards({
  redemption,
  lines,
}: RewardsRedeemed): z.input<typeof RedemptionOfRewards> {
  const voucher = lines.find((line) => line.voucher)?.voucher;
  return {
    ...presentRedemption(redemption),
    rewards: lines.map(presentRewardLine),
    ...(voucher && { voucher: presentVoucherWithType(voucher) }),
  };
}
