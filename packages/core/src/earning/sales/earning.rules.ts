import { mostOf } from "../../foundation/limits.rules.ts";
import { hundredths } from "../../holding/vouchers/amount.rules.ts";

/** How a merchant's sales earn stamps. Amounts are decimals of two places in strings. */
export type Programme = {
  /** Each full `earnAmount` of a sale earns `earnStamps`. Null: nothing is earned by amount. */
  readonly earnAmount: string | null;
  readonly earnStamps: number;
  readonly earnOn: "total" | "subtotal";
  readonly mostPerTransaction: number | null;
  /** The most stamps that a customer can earn on one business day. Null: no limit. */
  readonly mostPerDay: number | null;
  readonly acceptsStampsFromPos: boolean;
};

/** The parts of a sale from which its stamps are computed. */
export type SaleContent = {
  readonly total: string;
  readonly subtotal: string | null;
  readonly items: readonly {
    readonly subtotal: string;
    /**
     * The stamps that the line earns, instead of stamps by its amount. Null: the line earns by its amount.
     */
    readonly stamps: number | null;
    readonly isEligible: boolean;
  }[];
  readonly payments: readonly { readonly value: string; readonly isEligible: boolean }[];
  /** The number of stamps that the POS sent. Null: the POS sent none. */
  readonly stamps: number | null;
};

/** The most stamps that one sale can earn. */
export const MOST_EARNED = mostOf.saleStamps;

/**
 * Returns the stamps of a sale by the merchant's rule and a level's multiplier, rounded down. Does not apply
 * the merchant's caps. At most `MOST_EARNED`.
 */
export function stampsByAmount(
  sale: SaleContent,
  { earnAmount, earnStamps, earnOn }: Programme,
  multiplier: string,
): number {
  const byAmount =
    earnAmount === null ? 0n : (baseOf(sale, earnOn) / hundredths(earnAmount)) * BigInt(earnStamps);
  const { ownStamps: byItems } = partsOf(sale.items);
  const stamps = ((byAmount + byItems) * hundredths(multiplier)) / 100n;
  return Number(stamps < MOST_EARNED ? stamps : MOST_EARNED);
}

/** Sums the lines of a sale by the way they earn. Amounts are in hundredths. */
export function partsOf(items: SaleContent["items"]) {
  const others = items.filter(({ isEligible }) => !isEligible);
  const own = items.filter(({ isEligible, stamps }) => isEligible && stamps !== null);
  return {
    /** The amount of lines that earn nothing. */
    others: sum(others.map(({ subtotal }) => subtotal)),
    /** The amount of lines that earn their own stamps. */
    own: sum(own.map(({ subtotal }) => subtotal)),
    ownStamps: own.reduce((total, { stamps }) => total + BigInt(stamps ?? 0), 0n),
  };
}

/**
 * Returns the amount in hundredths that earns by the merchant's rule. Subtracts lines with their own stamps,
 * and the larger of two sums: ineligible lines, or ineligible payments.
 */
function baseOf({ total, subtotal, items, payments }: SaleContent, earnOn: Programme["earnOn"]) {
  const amount = hundredths(earnOn === "subtotal" ? (subtotal ?? total) : total);
  const { others, own } = partsOf(items);
  const unpaid = payments.filter(({ isEligible }) => !isEligible).map(({ value }) => value);
  return largest(0n, amount - largest(others, sum(unpaid)) - own);
}

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + hundredths(amount), 0n);
}

function largest(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
