import type { Template } from "../../product/template.ts";
import type { Work } from "../../works/index.ts";
import { deductValue } from "./deduct-value.ts";
import { redeemReward } from "./redeem-reward.ts";
import { redeemVoucher } from "./redeem-voucher.ts";

/**
 * One statement for each redeeming operation, which does one call. The product runs many calls in one
 * statement instead. Rivals run these texts, which stay the same when the product changes.
 */
export const oneCall: Readonly<Record<Work["name"], Template>> = {
  "redeem-voucher": redeemVoucher,
  "redeem-reward": redeemReward,
  "deduct-value": deductValue,
};
