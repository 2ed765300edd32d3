export { type WithdrawalInput, withdrawVoucher } from "./withdraw-voucher/withdraw-voucher.ts";
