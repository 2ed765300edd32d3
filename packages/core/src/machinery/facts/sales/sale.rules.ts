import type { Refusal } from "../../../foundation/failures.ts";

/** The refusal of a sale that the merchant does not have. */
export const unknownSale: Refusal = {
  code: "transaction_not_found",
  message: "Transaction not found",
  rule: "transaction exists",
};
