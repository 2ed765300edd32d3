import { router } from "../../trpc.ts";
import { cancel } from "./cancel.ts";
import { redeemReward } from "./redeem-reward.ts";
import { redeemVoucher } from "./redeem-voucher.ts";

export const redemptions = router({ redeemReward, redeemVoucher, cancel });
