import {
  MOST_EARNED,
  type Programme,
  type SaleContent,
  stampsByAmount,
} from "../../earning/sales/earning.rules.ts";

/** The member who earns the stamps of a sale. */
export type Earner = {
  /** The multiplier of the member's level, a decimal of two places. */
  readonly multiplier: string;
  readonly earnedThatDay: number;
  /** False for a blocked, inactive or suspended member, whose sales are recorded but earn 0. */
  readonly canEarn: boolean;
};

/** The stamps that a sale earns, and how they were computed. */
type Earned = {
  readonly stamps: number;
  /** `pos`: the POS sent the number of stamps. `amount`: computed by the merchant's rule. */
  readonly rule: "amount" | "pos";
  readonly multiplier: string;
  /** The most stamps that the sale could earn within the caps; 0 if the member cannot earn. */
  readonly limit: number;
};

/** A member of a level without an advantage, who has earned nothing that day. */
export const anyMember: Earner = { multiplier: "1.00", earnedThatDay: 0, canEarn: true };

/**
 * Computes the stamps that a sale earns, without the statement: `earning.sql.ts` must compute the same.
 * Interface 2, section 3.
 */
export function earn(sale: SaleContent, programme: Programme, earner: Earner): Earned {
  const rule = programme.acceptsStampsFromPos && sale.stamps !== null ? "pos" : "amount";
  const limit = limitOf(programme, earner);
  const { multiplier } = earner;
  const sum = rule === "pos" ? (sale.stamps ?? 0) : stampsByAmount(sale, programme, multiplier);
  return { stamps: Math.min(sum, limit), rule, multiplier, limit };
}

function limitOf({ mostPerTransaction, mostPerDay }: Programme, earner: Earner): number {
  if (!earner.canEarn) return 0;
  const leftOfDay = mostPerDay === null ? MOST_EARNED : mostPerDay - earner.earnedThatDay;
  return Math.max(0, Math.min(MOST_EARNED, mostPerTransaction ?? MOST_EARNED, leftOfDay));
}
