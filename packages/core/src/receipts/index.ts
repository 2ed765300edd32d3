export { emailReceipt, type ReceiptSent } from "./email-receipt.ts";
