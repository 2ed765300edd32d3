import type { RewardLine as DomainLine, RewardsRedeemed } from "@stampbook/core/redeeming";
import { z } from "zod";
import {
  presentRedemption,
  qtyRedeemed,
  Redemption,
  requestIdShown,
  stampsUsed,
} from "./redemption.ts";
import { presentReward, Reward } from "./reward.ts";
import { presentVoucherWithType, VoucherWithType } from "./voucher.ts";

/** One line in the answer of `redeem-multiple-rewards`: a reward, and how it was redeemed. */
export const RewardLine = Reward.extend({
  qty: qtyRedeemed,
  stamps_used: stampsUsed,
  request_id: requestIdShown,
  voucher: VoucherWithType.optional().describe("The first voucher that the reward issued, if any."),
}).meta({ id: "RedemptionLine", description: "A reward, and how it was redeemed." });

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
  rewards: z.array(RewardLine).describe("The lines."),
  voucher: VoucherWithType.optional().describe("The first voucher of the lines, if any."),
}).meta({ id: "RedemptionOfRewards", description: "A redemption of several rewards." });

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
