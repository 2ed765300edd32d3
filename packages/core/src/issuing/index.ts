export { generateCodes } from "./generate-codes/generate-codes.ts";
export {
  type IssueToCustomerInput,
  issueToCustomer,
  type VouchersIssued,
} from "./issue-to-customer/issue-to-customer.ts";
export { withdrawVoucher } from "./withdraw-voucher/withdraw-voucher.ts";
