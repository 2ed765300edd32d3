import { stampsOf } from "../state/basket.ts";
import type { Basket, Card, Line } from "../state/types.ts";
import type { Preview } from "../use/preview.ts";

/**
 * The reason why a line cannot be taken; null if it can be taken. `incomplete`: its amount or stamps are
 * missing or 0. `too much`: more than the voucher's balance. `gone`: no longer on the customer's card.
 */
export type Problem =
  | { readonly code: string; readonly message: string }
  | "incomplete"
  | "too much"
  | "gone"
  | null;

/** Returns how many hundredths a decimal has: 50 for `0.5`. So decimals can be compared exactly. */
function hundredths(value: string): bigint {
  const [whole = "0", cents = ""] = value.split(".");
  return BigInt(`${whole || "0"}${cents.padEnd(2, "0")}`);
}

/** Returns the balance minus an amount, as a decimal. Null if the balance is smaller. */
export function remainder(balance: string, value: string): string | null {
  const left = hundredths(balance) - hundredths(value);
  if (left < 0n) return null;
  const digits = String(left).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const isZero = (value: string) => hundredths(value) === 0n;

/** Returns why a line cannot be taken now, according to the customer's card and the preview. */
export function problemOf(line: Line, card: Card, preview: Preview | undefined): Problem {
  if (line.kind === "reward") {
    const reward = card.rewards.find(({ id }) => id === line.id);
    if (!reward) return "gone";
    return line.stamps === 0 ? "incomplete" : null;
  }
  if (line.kind === "voucher") {
    const voucher = card.vouchers.find(({ id }) => id === line.id);
    if (!voucher) return "gone";
    if (voucher.whyNot || line.value === null) return voucher.whyNot;
    if (line.value === "" || isZero(line.value)) return "incomplete";
    return remainder(voucher.remainingValue ?? "0", line.value) === null ? "too much" : null;
  }
  const codes = line.kind === "promo" ? preview?.promoCodes : preview?.vouchers;
  return codes?.find(({ code }) => code === line.code)?.whyNot ?? null;
}

/** Returns how many stamps the customer lacks for the whole basket, or 0. */
export function stampsShortOf(basket: Basket, card: Card): number {
  return Math.max(0, stampsOf(basket, card.rewards) - card.membership.stamps);
}

/** What staff still have to enter, so that the visit can be confirmed. */
export type Missing = "saleTotal" | "invoiceNumber" | "amount";

/**
 * Returns the first missing input of the basket. Null if nothing is missing, or if it cannot be taken anyway.
 */
export function missingOf(
  { lines, sale, invoice }: Basket,
  card: Card,
  preview: Preview | undefined,
): Missing | null {
  if (lines.some((line) => problemOf(line, card, preview) === "incomplete")) return "amount";
  if (sale === null) return null;
  if (sale === "") return "saleTotal";
  return invoice.trim() === "" ? "invoiceNumber" : null;
}

/** Whether everything in the basket is complete, and the customer can take it now. */
export function canBeTaken(basket: Basket, card: Card, preview: Preview | undefined): boolean {
  const { lines, sale, invoice } = basket;
  if (lines.length === 0 && sale === null) return false;
  if (sale !== null && (sale === "" || invoice.trim() === "")) return false;
  if (lines.length > 0 && card.whyNot) return false;
  return (
    stampsShortOf(basket, card) === 0 &&
    lines.every((line) => problemOf(line, card, preview) === null)
  );
}
