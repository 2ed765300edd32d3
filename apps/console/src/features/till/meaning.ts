import type { FoundPromo, FoundVoucher, Matches } from "./choices.ts";

type Customer = Matches["customers"][number];

/** What a text at the till is taken for. */
export type Meaning =
  | { readonly customer: Customer }
  | { readonly voucher: FoundVoucher }
  | { readonly promo: FoundPromo }
  /** Several have this name: who of them is for people to say. */
  | "several"
  | "nothing";

/** Whether a text is a customer's own Member ID, email or phone, not a name that others have too. */
function isMeant({ id, memberId, email, mobileNumber }: Customer, text: string): boolean {
  const wanted = text.toLowerCase();
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  return (
    [memberId, email, String(id)].some((own) => own?.toLowerCase() === wanted) ||
    (digits.length > 5 && (mobileNumber ?? "").endsWith(digits))
  );
}

/**
 * What Enter takes a text for: the chosen line where the list of what was found is shown. Without it
 * whoever is meant by it exactly; a voucher before a name, because it was scanned.
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
