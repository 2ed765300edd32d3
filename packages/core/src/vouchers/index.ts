export type { GenerateInput } from "./generate-codes/generate-codes.rules.ts";
export { generateCodes } from "./generate-codes/generate-codes.ts";
export type { IssueInput } from "./issue-vouchers-to/issue-vouchers-to.rules.ts";
export { issueVouchersTo } from "./issue-vouchers-to/issue-vouchers-to.ts";
export type { WithdrawalInput } from "./withdraw-voucher/withdraw-voucher.rules.ts";
export { withdrawVoucher } from "./withdraw-voucher/withdraw-voucher.ts";
