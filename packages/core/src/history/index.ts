export { getRedemption, type RedemptionDetail } from "./get-redemption.ts";
export { getVoucher, type VoucherDetail } from "./get-voucher.ts";
export {
  listRedemptions,
  type RedemptionFilter,
} from "./list-redemptions.ts";
export { listReplacements, type Replacement } from "./list-replacements.ts";
export {
  listVouchers,
  type VoucherFilter,
  type VoucherState,
} from "./list-vouchers.ts";
export {
  type CancelPreview,
  previewCancelRedemption,
  type SpentIssued,
} from "./preview-cancel-redemption.ts";
export { c, type RedemptionListed, r, redemptionListed, s } from "./redemptions.sql.ts";
export { reviewReplacement } from "./review-replacement.ts";
export { selectVouchers, type VoucherListed } from "./vouchers.sql.ts";
