export { generateCodes } from "./generate-codes/generate-codes.ts";
export { checkIssue } from "./issue-to-customer/check-issue.ts";
export {
  type IssueToCustomerInput,
  issueToCustomer,
  keptIssue,
  refusalOfIssue,
  type VouchersIssued,
} from "./issue-to-customer/issue-to-customer.ts";
export { issueVouchersTo } from "./issue-vouchers-to/issue-vouchers-to.ts";
export { withdrawVoucher } from "./withdraw-voucher/withdraw-voucher.ts";
