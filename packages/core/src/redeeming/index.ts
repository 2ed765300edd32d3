export type { RedeemVoucherInput } from "./redeem-voucher/redeem-voucher.rules.ts";
export { redeemVoucher } from "./redeem-voucher/redeem-voucher.ts";
