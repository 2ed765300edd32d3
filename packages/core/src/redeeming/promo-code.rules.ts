import type { FailureCode, Refusal } from "../failures.ts";
import type { StoreNow } from "../merchants/types.ts";
import { type Availability, findUnavailable } from "../vouchers/availability.rules.ts";
import type { ExtraData } from "../vouchers/types.ts";
import { addDays } from "../vouchers/voucher.rules.ts";

/** A promo code of the catalogue, with the number of its uses. */
export type PromoCode = Availability & {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** `HH:MM:SS` in the store's zone. If the end comes before the start, the hours run over midnight. */
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly maxUses: number | null;
  readonly maxUsesPerCustomer: number | null;
  readonly uses: number;
  readonly usesByCustomer: number;
  readonly extraData: ExtraData;
};

/** Refuses a promo code that is unknown, or cannot be redeemed here, now or by this customer; else null. */
export function checkPromoCode(
  promo: PromoCode | null,
  at: { readonly store: StoreNow; readonly channel: number | null },
): Refusal | null {
  if (!promo)
    return {
      code: "invalid_promo_code",
      message: "Promo code not found",
      rule: "promo code exists",
    };
  const today = dayOfHours(promo, at.store);
  const unavailable = findUnavailable("This promo code", promo, {
    ...at,
    store: { ...at.store, today },
  });
  if (unavailable) return { code: "promo_code_not_available", ...unavailable };
  if (!isWithinHours(promo, at.store.time))
    return {
      code: "promo_code_not_available",
      message: `This promo code works ${hoursOf(promo)}`,
      rule: "is within its hours in the store's zone",
      expected: hoursOf(promo),
      found: at.store.time,
    };
  if (promo.maxUses !== null && promo.uses >= promo.maxUses)
    return limitReached("This promo code is used up", "uses in total", promo.maxUses, promo.uses);
  if (promo.maxUsesPerCustomer !== null && promo.usesByCustomer >= promo.maxUsesPerCustomer)
    return limitReached(
      `This customer has used this promo code ${promo.usesByCustomer} time(s), the most that is allowed`,
      "uses by one customer",
      promo.maxUsesPerCustomer,
      promo.usesByCustomer,
    );
  return null;
}

/**
 * Whether the time is within the hours, including their last second. A missing start means 00:00:00, a
 * missing end 23:59:59. If the end comes before the start, the hours run over midnight.
 */
export function isWithinHours(
  hours: { readonly startTime: string | null; readonly endTime: string | null },
  time: string,
): boolean {
  const start = hours.startTime ?? "00:00:00";
  const end = hours.endTime ?? "23:59:59";
  return start <= end ? start <= time && time <= end : time >= start || time <= end;
}

/**
 * Returns the day to compare with the code's dates. If the hours run over midnight, they belong to the day on
 * which they began.
 */
function dayOfHours({ startTime, endTime }: PromoCode, { today, time }: StoreNow): string {
  const isLate = startTime !== null && endTime !== null && endTime < startTime && time <= endTime;
  return isLate ? addDays(today, -1) : today;
}

function hoursOf({ startTime, endTime }: PromoCode): string {
  const from = startTime ? `from ${startTime.slice(0, 5)}` : "";
  const to = endTime ? `until ${endTime.slice(0, 5)}` : "";
  return `${from} ${to}`.trim();
}

function limitReached(message: string, rule: string, limit: number, found: number): Refusal {
  const code: FailureCode = "promo_code_limit_reached";
  return { code, message, rule, expected: `fewer than ${limit}`, found: String(found) };
}
