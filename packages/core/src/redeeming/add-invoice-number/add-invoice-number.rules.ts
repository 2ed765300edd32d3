import type { KnownCaller } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { Redemption } from "../types.ts";

export type AddInvoiceNumberInput = {
  readonly redemptionId: number;
  readonly invoiceNumber: string;
};

/** The data for the rules, and the stored outcome of the call's idempotency key. */
export type InvoiceSeen = {
  readonly redemption: Redemption | null;
  readonly storeId: number | null;
  /** The invoice number that the redemption has now; null if it has none. */
  readonly invoiceNumber: string | null;
  readonly kept: KeptOutcome | null;
};

/**
 * The outcome of a call, as it is stored for its idempotency key. Contains the customer's id,
 * so that an anonymization finds the outcome.
 */
export type InvoiceDone = {
  readonly frame: { readonly redemption: Redemption; readonly customer: { readonly id: number } };
  readonly changed: object;
};

/**
 * Returns why the invoice number cannot be written. Null if it can, or if the redemption has the same number.
 */
export function refuseInvoiceNumber(
  { redemption, storeId, invoiceNumber }: InvoiceSeen,
  caller: KnownCaller,
  input: Pick<AddInvoiceNumberInput, "invoiceNumber">,
): Refusal | null {
  if (!redemption || storeId === null)
    return {
      code: "redemption_not_found",
      message: "Redemption not found",
      rule: "redemption exists",
    };
  if (!mayActIn(caller, storeId)) return otherStore(caller, storeId);
  return invoiceNumber === null || invoiceNumber === input.invoiceNumber
    ? null
    : {
        code: "invalid",
        field: "invoice_number",
        message: `This redemption has the invoice number ${invoiceNumber} already.`,
        rule: "a redemption keeps its invoice number",
        expected: input.invoiceNumber,
        found: invoiceNumber,
      };
}
