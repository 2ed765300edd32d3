import { router } from "../../trpc.ts";
import { add } from "./add.ts";
import { addInvoiceNumber } from "./add-invoice-number.ts";
import { authorize } from "./authorize.ts";
import { cancel } from "./cancel.ts";
import { byUser, details, list } from "./read.ts";
import { redeemMultipleRewards } from "./redeem-multiple-rewards.ts";
import { redeemPromoCode } from "./redeem-promo-code.ts";
import { redeemReward } from "./redeem-reward.ts";
import { redeemVoucher } from "./redeem-voucher.ts";
import { redeemVoucherCode } from "./redeem-voucher-code.ts";

export const redemptions = router({
  redeemReward,
  redeemVoucher,
  redeemVoucherCode,
  redeemPromoCode,
  redeemMultipleRewards,
  authorize,
  cancel,
  addInvoiceNumber,
  add,
  details,
  byUser,
  list,
});
