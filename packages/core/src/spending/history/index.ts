export { getRedemption, type RedemptionDetail } from "./get-redemption.ts";
export { getVoucher, type VoucherDetail } from "./get-voucher.ts";
export {
  listVouchers,
  type VoucherFilter,
  type VoucherState,
} from "./list-vouchers.ts";
export { type CancelPreview, previewCancelRedemption } from "./preview-cancel-redemption.ts";
export {
  customers,
  listRedemptions,
  type RedemptionFilter,
  type RedemptionListed,
  redemptionListed,
  redemptions,
  stores,
} from "./redemptions.sql.ts";
export { listReplacements, type Replacement } from "./replacements.sql.ts";
export { reviewReplacement } from "./review-replacement.ts";
export { selectVouchers, type VoucherListed } from "./vouchers.sql.ts";
