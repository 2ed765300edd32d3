import type { KnownCaller } from "../../context.ts";
import { notPermitted, type Refusal } from "../../failures.ts";

/** Limits of the lists that a cashier gets; managers can export whole lists. */
export const cashierLimits = {
  /** The most customers of a search. There is no further page. */
  customers: 50,
  /**
   * The fewest letters for a search by name. Shorter texts only match Member ID, phone, email, and `#` with
   * an id.
   */
  letters: 3,
} as const;

function isCashier(caller: KnownCaller): boolean {
  return caller.kind === "staff" && caller.role === "cashier";
}

/** Refuses a cashier who pages through the customers instead of looking for one. */
export function checkCustomerSearch(
  caller: KnownCaller,
  { text, after }: { readonly text: string; readonly after: unknown },
): Refusal | null {
  if (!isCashier(caller) || (text.trim() && after === null)) return null;
  return {
    ...notPermitted,
    message: "Search for a customer. Cashiers cannot list all customers.",
    rule: "a cashier looks for one customer",
  };
}

/** The limits of a customer search: how many, whether by name too, and whether further pages follow. */
export function customerSearchOf(
  caller: KnownCaller,
  { text, limit }: { readonly text: string; readonly limit: number },
): { readonly limit: number; readonly isByName: boolean; readonly isPaged: boolean } {
  if (!isCashier(caller)) return { limit, isByName: true, isPaged: true };
  return {
    limit: Math.min(limit, cashierLimits.customers),
    isByName: lettersOf(text) >= cashierLimits.letters,
    isPaged: false,
  };
}

/** Letters that narrow a search by name. A word that is the start of another one, as in "a a", adds none. */
function lettersOf(text: string): number {
  const words = [...new Set(text.toLowerCase().split(/\s+/))];
  const narrowing = words.filter(
    (word) => !words.some((other) => other !== word && other.startsWith(word)),
  );
  return [...narrowing.join("")].length;
}

/** Refuses a cashier who lists vouchers without naming a customer or a code. Unassigned codes are money. */
export function checkVoucherListing(
  caller: KnownCaller,
  { customerId, code }: { readonly customerId: number | null; readonly code: string | null },
): Refusal | null {
  if (!isCashier(caller) || customerId !== null || code !== null) return null;
  return {
    ...notPermitted,
    message: "Choose a customer or enter a code. Cashiers cannot list all vouchers.",
    rule: "a cashier lists vouchers of one customer or code",
  };
}

/**
 * The code of a voucher as the caller may see it. Cashiers see only the last two characters of an unassigned
 * voucher's code.
 */
export function shownCode(
  caller: KnownCaller,
  { code, customer }: { readonly code: string; readonly customer: unknown },
): string {
  return isCashier(caller) && customer === null ? `••••${code.slice(-2)}` : code;
}

/** Refuses staff who give no reason for a cancel, and cashiers after `cashierCancelHours`. */
export function checkStaffCancel(
  caller: KnownCaller,
  cancel: { readonly ageHours: number; readonly cashierCancelHours: number },
  reason: string | null,
  what: "Redemptions" | "Sales" = "Redemptions",
): Refusal | null {
  if (caller.kind !== "staff") return null;
  if (isCashier(caller) && cancel.ageHours >= cancel.cashierCancelHours)
    return {
      ...notPermitted,
      message: `${what} older than ${cancel.cashierCancelHours} hours are canceled by a manager.`,
      rule: "what is canceled is recent enough for a cashier",
      expected: `less than ${cancel.cashierCancelHours} hours`,
      found: `${Math.floor(cancel.ageHours)} hours`,
    };
  return reason?.trim()
    ? null
    : { code: "required", field: "reason", message: "Please say why, in a few words." };
}
