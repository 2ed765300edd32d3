export { listPaymentMethods } from "./payment-methods.sql.ts";
export { savePaymentMethod } from "./save-payment-method.ts";
