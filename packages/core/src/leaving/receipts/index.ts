export { emailReceipt } from "./email-receipt.ts";
