export { type CustomersVoucher, getCustomersVoucher } from "./get-customers-voucher.ts";
export { getVoucher, type VoucherDetail } from "./get-voucher.ts";
export {
  listVouchers,
  type VoucherFilter,
  type VoucherState,
} from "./list-vouchers.ts";
export { type CancelPreview, previewCancelRedemption } from "./preview-cancel-redemption.ts";
export { getRedemption, type RedemptionDetail } from "./redemption.sql.ts";
export {
  customers,
  listRedemptions,
  type RedemptionFilter,
  type RedemptionListed,
  redemptionListed,
  redemptions,
  stores,
} from "./redemptions.sql.ts";
export { listRedemptionsOfCustomer } from "./redemptions-of-customer.sql.ts";
export {
  listRedemptionsOfPeriod,
  type RedemptionOfPeriod,
  type RedemptionsOfPeriod,
} from "./redemptions-of-period.sql.ts";
export { listReplacements, type Replacement, reviewReplacement } from "./replacements.sql.ts";
export { selectVouchers, type VoucherListed } from "./vouchers.sql.ts";
export { getWholeRedemption, type WholeRedemption } from "./whole-redemption.sql.ts";
