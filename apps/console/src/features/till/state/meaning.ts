import type { FoundCustomer, FoundPromo, FoundVoucher, Matches } from "./types.ts";

/** The meaning of a text that was scanned or typed at the till. */
export type Meaning =
  | { readonly customer: FoundCustomer }
  | { readonly voucher: FoundVoucher }
  | { readonly promo: FoundPromo }
  /** Several customers have this name, so staff must choose. */
  | "several"
  | "nothing";

/**
 * Whether a text is a customer's own Member ID, email or phone. A name does not count, because others may
 * share it.
 */
export function isMeant({ memberId, email, mobileNumber }: FoundCustomer, text: string): boolean {
  const wanted = text.toLowerCase();
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  return (
    [memberId, email].some((own) => own?.toLowerCase() === wanted) ||
    // the look-up matches whole phone numbers only, so comparing the last digits is enough
    (digits.length > 7 && (mobileNumber ?? "").endsWith(digits))
  );
}

/**
 * Returns the meaning of a code that was scanned, or typed without waiting for the list. Vouchers come first,
 * then customers, then promo codes.
 */
export function meaningOf({ customers, vouchers, promoCodes }: Matches, text: string): Meaning {
  const [first, second] = customers;
  const [voucher] = vouchers;
  const [promo] = promoCodes;
  if (voucher) return { voucher };
  if (first && (!second || isMeant(first, text))) return { customer: first };
  if (first) return "several";
  return promo ? { promo } : "nothing";
}

/** Whether a text without a match may be a new customer's email or phone. */
export function isContact(text: string): boolean {
  const typed = text.trim();
  if (/^\S+@\S+\.\S+$/.test(typed)) return true;
  return /^\+?[\d\s().-]{8,}$/.test(typed) && !isBarcode(typed);
}

/**
 * Whether a text is the number of a product's barcode: 12 to 14 digits, the last one a check digit
 * (GS1). A number that begins with 0 is a phone number as people write it.
 */
function isBarcode(text: string): boolean {
  if (!/^[1-9]\d{11,13}$/.test(text)) return false;
  const sum = [...text]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}
