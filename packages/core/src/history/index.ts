export { getRedemption, type RedemptionDetail } from "./get-redemption.ts";
export { getVoucher, type VoucherDetail } from "./get-voucher.ts";
export {
  listVouchers,
  type VoucherFilter,
  type VoucherState,
} from "./list-vouchers.ts";
export { type CancelPreview, previewCancelRedemption } from "./preview-cancel-redemption.ts";
export {
  c,
  listRedemptions,
  type RedemptionFilter,
  type RedemptionListed,
  r,
  redemptionListed,
  s,
} from "./redemptions.sql.ts";
export { listReplacements, type Replacement } from "./replacements.sql.ts";
export { reviewReplacement } from "./review-replacement.ts";
export { selectVouchers, type VoucherListed } from "./vouchers.sql.ts";
