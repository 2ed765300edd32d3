import type { FoundPromo, FoundVoucher, Matches } from "./choices.ts";

type Customer = Matches["customers"][number];

/** The meaning of a text at the till. */
export type Meaning =
  | { readonly customer: Customer }
  | { readonly voucher: FoundVoucher }
  | { readonly promo: FoundPromo }
  /** Several customers have this name, so staff must choose. */
  | "several"
  | "nothing";

/** Whether a text is a customer's own Member ID, email or phone, not a name that others may share. */
function isMeant({ id, memberId, email, mobileNumber }: Customer, text: string): boolean {
  const wanted = text.toLowerCase();
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  return (
    [memberId, email, String(id)].some((own) => own?.toLowerCase() === wanted) ||
    (digits.length > 5 && (mobileNumber ?? "").endsWith(digits))
  );
}

/**
 * The meaning of a text when Enter is pressed: the chosen line if the list of matches is shown; else
 * the exact match. A voucher comes before a name, because it was scanned.
 */
export function meaningOf(
  { customers, vouchers, promoCodes }: Matches,
  text: string,
  shown: { readonly line: number } | null,
): Meaning {
  const [first, second] = customers;
  const [voucher] = vouchers;
  const [promo] = promoCodes;
  if (shown?.line) {
    const customer = customers[shown.line];
    const chosen = vouchers[shown.line - customers.length];
    if (customer) return { customer };
    if (chosen) return { voucher: chosen };
  }
  if (voucher) return { voucher };
  if (first && (shown || !second || isMeant(first, text))) return { customer: first };
  if (first) return "several";
  return promo ? { promo } : "nothing";
}
