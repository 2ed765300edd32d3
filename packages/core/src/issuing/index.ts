export { type GenerateInput, generateCodes } from "./generate-codes/generate-codes.ts";
export {
  type IssueToCustomerInput,
  issueToCustomer,
  type VouchersIssued,
} from "./issue-to-customer/issue-to-customer.ts";
export { type WithdrawalInput, withdrawVoucher } from "./withdraw-voucher/withdraw-voucher.ts";
