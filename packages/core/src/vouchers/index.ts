export type { WithdrawalInput } from "./withdraw-voucher/withdraw-voucher.rules.ts";
export { withdrawVoucher } from "./withdraw-voucher/withdraw-voucher.ts";
