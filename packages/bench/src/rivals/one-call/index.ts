import type { Template } from "../../product/template.ts";
import type { Work } from "../../works/index.ts";
import { deductValue } from "./deduct-value.ts";
import { redeemReward } from "./redeem-reward.ts";
import { redeemVoucher } from "./redeem-voucher.ts";

/**
 * The statements of redemptions before calls were batched: one statement per call. Rivals run these texts,
 * which do not change with the product.
 */
export const oneCall: Readonly<Record<Work["name"], Template>> = {
  "redeem-voucher": redeemVoucher,
  "redeem-reward": redeemReward,
  "deduct-value": deductValue,
};
