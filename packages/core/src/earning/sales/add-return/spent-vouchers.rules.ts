import { codeKeyOf } from "../../../foundation/comparing.rules.ts";
import { inLine, type Refusal } from "../../../foundation/failures.ts";
import { hundredths } from "../../../holding/vouchers/amount.rules.ts";
import type { ReturnInput } from "./types.ts";

/** A voucher that was spent under the sale's number, by one redemption. */
export type Spent = {
  readonly redemptionId: number;
  /** The value that the redemption took; null if the voucher has none. */
  readonly value: string | null;
  readonly voucher: { readonly id: number; readonly code: string };
};

type Chosen = { readonly redemptions: readonly Spent[] } | { readonly refusal: Refusal };

/**
 * Returns the redemptions to cancel, so that each named voucher gets back the value that the call names: one
 * that took exactly this, or all of the voucher. Else the refusal of the first line. Interface 3, T13.
 */
export function redemptionsToUndo(spent: readonly Spent[], named: ReturnInput["vouchers"]): Chosen {
  const left = new Set(spent);
  const redemptions: Spent[] = [];
  for (const { line, code, value } of named) {
    const own = [...left].filter(({ voucher }) => codeKeyOf(voucher.code) === codeKeyOf(code));
    const chosen = [own.filter((each) => each.value === value).slice(0, 1), own].find(
      (some) => some.length > 0 && sumOf(some) === hundredths(value),
    );
    if (!chosen)
      return { refusal: { ...inLine(line, notSpent(own), "voucher_code"), field: "payments" } };
    for (const one of chosen) left.delete(one);
    redemptions.push(...chosen);
  }
  return { redemptions };
}

const sumOf = (spent: readonly Spent[]) =>
  spent.reduce((sum, { value }) => sum + hundredths(value ?? "0.00"), 0n);

const notSpent = (own: readonly Spent[]): Refusal => ({
  code: "invalid_voucher",
  message: own.length
    ? "Another value of this voucher was spent with the transaction. Name the whole value."
    : "This voucher was not spent with the transaction.",
  rule: "a voucher gets back the value that the sale took",
});
