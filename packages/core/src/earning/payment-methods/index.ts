export { listPaymentMethods } from "./payment-methods.sql.ts";
export { keptMethod, savePaymentMethod } from "./save-payment-method.ts";
