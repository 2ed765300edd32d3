import type { KnownCaller } from "../../../foundation/context.ts";
import { notPermitted, type Refusal } from "../../../foundation/failures.ts";

/** Limits of the lists that a cashier gets. Managers can export whole lists. */
export const cashierLimits = {
  /** The most customers that a search returns. There is no further page. */
  customers: 50,
  /**
   * How many letters a search by name needs. A shorter text only matches a Member ID, phone number, email, or
   * `#` with an id.
   */
  letters: 3,
} as const;

function isCashier(caller: KnownCaller): boolean {
  return caller.kind === "staff" && caller.role === "cashier";
}

/** Refuses a cashier's search without a text, and each page after the first. */
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

/**
 * Returns the limits of a customer search: rows of the page, whether names are searched, and whether further
 * pages follow.
 */
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

/**
 * Counts the letters that narrow a search by name. Ignores repeated words, and each word that is the
 * beginning of another word.
 */
function lettersOf(text: string): number {
  const words = [...new Set(text.toLowerCase().split(/\s+/))];
  const narrowing = words.filter(
    (word) => !words.some((other) => other !== word && other.startsWith(word)),
  );
  return [...narrowing.join("")].length;
}

/**
 * Refuses to list vouchers for a cashier who names neither a customer nor a code, because anyone who reads an
 * unassigned code can redeem it.
 */
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
 * Returns a voucher's code as the caller may see it. For cashiers, only the last two characters of an
 * unassigned voucher's code are readable.
 */
export function shownCode(
  caller: KnownCaller,
  { code, customer }: { readonly code: string; readonly customer: unknown },
): string {
  return isCashier(caller) && customer === null ? `••••${code.slice(-2)}` : code;
}

/** The merchant's limits of a cashier's sales at the till; null: no limit. */
export type SaleLimits = {
  readonly cashierSaleStamps: number | null;
  readonly cashierSaleTotal: number | null;
  /** The most stamps that all sales of a cashier may earn on a day. */
  readonly cashierStampsPerDay: number | null;
};

const inThousands = (number: number) => number.toLocaleString("en");

/** A sale over a limit: the security event, and the refusal. `refuses` is false for managers and owners. */
export type OverLimit = {
  readonly what: "large-sale" | "stamps-of-day";
  readonly refuses: boolean;
  readonly refusal: Refusal;
};

/** Returns the refusal of a sale at the till whose stamps are more than is left of the person's day. */
export function overStampsOfDay(caller: KnownCaller, stamps: number, most: number): OverLimit {
  return {
    what: "stamps-of-day",
    refuses: isCashier(caller),
    refusal: {
      ...notPermitted,
      message: `Your sales of today may earn ${inThousands(most)} stamps in all, and this one would exceed that. Ask a manager to record it.`,
      rule: "a cashier's sales of a day are within the merchant's limit",
      ...{ expected: `at most ${most} in all`, found: `${stamps} more stamps` },
    },
  };
}

/**
 * Returns the refusal of a sale at the till that is over one of the merchant's limits. Null if it is within
 * them. A manager may record such a sale: the caller decides by `refuses`.
 */
export function checkStaffSale(
  caller: KnownCaller,
  { total, stampsEarned }: { readonly total: string; readonly stampsEarned: number },
  { cashierSaleStamps, cashierSaleTotal }: SaleLimits,
): OverLimit | null {
  if (caller.kind !== "staff") return null;
  const over = (which: string, most: number, found: string) => ({
    what: "large-sale" as const,
    refuses: isCashier(caller),
    refusal: {
      ...notPermitted,
      message: `Sales ${which} are recorded by a manager.`,
      rule: "a cashier's sale is within the merchant's limits",
      ...{ expected: `at most ${most}`, found },
    },
  });
  if (cashierSaleStamps !== null && stampsEarned > cashierSaleStamps)
    return over(
      `that earn more than ${inThousands(cashierSaleStamps)} stamps`,
      cashierSaleStamps,
      `${stampsEarned} stamps`,
    );
  if (cashierSaleTotal !== null && Number(total) > cashierSaleTotal)
    return over(`over ${inThousands(cashierSaleTotal)}`, cashierSaleTotal, total);
  return null;
}

type Age = { readonly ageHours: number; readonly cashierCancelHours: number };

/** Refuses a cancel by staff without a reason, and a cancel by a cashier after `cashierCancelHours`. */
export function checkStaffCancel(
  caller: KnownCaller,
  cancel: Age,
  reason: string | null,
  what: "Redemptions" | "Sales" = "Redemptions",
): Refusal | null {
  if (caller.kind !== "staff") return null;
  if (isCashier(caller) && cancel.ageHours >= cancel.cashierCancelHours)
    return tooOldToCancel(cancel, what);
  return reason?.trim() ? null : unexplainedCancel;
}

/** The refusal of a cancel by a cashier after `cashierCancelHours`. */
export const tooOldToCancel = (
  { ageHours, cashierCancelHours }: Age,
  what: "Redemptions" | "Sales" | "Returns",
): Refusal => ({
  ...notPermitted,
  message:
    what === "Returns"
      ? `Returns of sales older than ${cashierCancelHours} hours are recorded by a manager.`
      : `${what} older than ${cashierCancelHours} hours are canceled by a manager.`,
  rule: "what is canceled is recent enough for a cashier",
  expected: `less than ${cashierCancelHours} hours`,
  found: `${Math.floor(ageHours)} hours`,
});

/** The refusal of a cancel by staff without a reason. */
export const unexplainedCancel: Refusal = {
  code: "required",
  field: "reason",
  message: "Please say why, in a few words.",
};
