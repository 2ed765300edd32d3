export { type GenerateInput, generateCodes } from "./generate-codes/generate-codes.ts";
export { type WithdrawalInput, withdrawVoucher } from "./withdraw-voucher/withdraw-voucher.ts";
