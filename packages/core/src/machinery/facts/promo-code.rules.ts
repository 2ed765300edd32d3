import type { Availability } from "../../holding/vouchers/availability.rules.ts";
import type { ExtraData } from "../../holding/vouchers/types.ts";
import type { StoreNow } from "../../running/merchants/types.ts";

/** A promo code of the catalogue, with the number of its uses. */
export type PromoCode = Availability & {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** `HH:MM:SS` in the store's zone. If the end comes before the start, the hours run over midnight. */
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly maxUses: number | null;
  readonly maxUsesPerCustomer: number | null;
  readonly uses: number;
  readonly usesByCustomer: number;
  readonly extraData: ExtraData;
};

type Counted = Omit<PromoCode, "description">;

function hoursOf({ startTime, endTime }: Counted): string {
  const from = startTime ? `from ${startTime.slice(0, 5)}` : "";
  const to = endTime ? `until ${endTime.slice(0, 5)}` : "";
  return `${from} ${to}`.trim();
}

const limitReached = (message: string, rule: string, limit: number | null, found: number) => ({
  message,
  rule,
  expected: `fewer than ${limit}`,
  found: String(found),
});

/** The refusals of a promo code, besides those of `unavailable`. */
export const promoCodeWords = {
  unknown: { message: "Promo code not found", rule: "promo code exists" },
  closed: (promo: Counted, { time }: StoreNow) => ({
    message: `This promo code works ${hoursOf(promo)}`,
    rule: "is within its hours in the store's zone",
    expected: hoursOf(promo),
    found: time,
  }),
  usedUp: ({ maxUses, uses }: Counted) =>
    limitReached("This promo code is used up", "uses in total", maxUses, uses),
  usedByCustomer: ({ maxUsesPerCustomer, usesByCustomer: uses }: Counted) =>
    limitReached(
      `This customer has used this promo code ${uses} time(s), the most that is allowed`,
      "uses by one customer",
      maxUsesPerCustomer,
      uses,
    ),
};
