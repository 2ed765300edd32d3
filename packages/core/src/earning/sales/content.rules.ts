import { canonical } from "../../foundation/canonical.rules.ts";
import { codeKeyOf } from "../../foundation/comparing.rules.ts";
import { amountOf, hundredths } from "../../holding/vouchers/amount.rules.ts";
import { partsOf } from "./earning.rules.ts";
import type { SaleInput, SaleLine, SalePayment } from "./types.ts";

/**
 * Returns a sale's content as a text that is equal for a repeated call. Leaves out the store, invoice number
 * and time, by which the sale is found. Leaves out the user and the stamps, which the rules compare, and
 * `replaceCanceled`, which is no part of the sale.
 */
export function contentOf(input: SaleInput): string {
  const { store, user, invoiceNumber, soldAt, stamps, replaceCanceled, ...content } = input;
  return canonical(content);
}

/** Returns the sums of a sale's items and payments that the statement needs. */
export function sumsOf({
  total,
  items,
  payments,
}: Pick<SaleInput, "total"> & {
  readonly items: readonly Pick<SaleLine, "subtotal" | "stamps" | "isEligible">[];
  readonly payments: readonly Pick<SalePayment, "value" | "countsForLevels">[];
}) {
  const { others, own, ownStamps } = partsOf(items);
  return {
    otherAmount: amountOf(others),
    ownAmount: amountOf(own),
    ownStamps: Number(ownStamps),
    spending: spendingOf(total, payments),
  };
}

/** Returns a sale's spending for levels: its total less payments that do not count. At least 0. */
export function spendingOf(
  total: string,
  payments: readonly Pick<SalePayment, "value" | "countsForLevels">[],
): string {
  const uncounted = payments
    .filter(({ countsForLevels }) => !countsForLevels)
    .reduce((sum, { value }) => sum + hundredths(value), 0n);
  const spending = hundredths(total) - uncounted;
  return amountOf(spending > 0n ? spending : 0n);
}

/** Returns the key by which a method of payment is found: its code in capitals. */
export const methodKeyOf = codeKeyOf;
