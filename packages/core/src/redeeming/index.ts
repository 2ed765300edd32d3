export type { RedeemPromoCodeInput } from "./redeem-promo-code/redeem-promo-code.rules.ts";
export { redeemPromoCode } from "./redeem-promo-code/redeem-promo-code.ts";
export type { RedeemVoucherInput } from "./redeem-voucher/redeem-voucher.rules.ts";
export { redeemVoucher } from "./redeem-voucher/redeem-voucher.ts";
