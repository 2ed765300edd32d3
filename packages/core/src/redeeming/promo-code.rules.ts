import { type PromoCode as PromoCodeFound, promoCodeWords } from "../facts/promo-code.rules.ts";
import type { Refusal } from "../failures.ts";
import type { StoreNow } from "../merchants/types.ts";
import { findUnavailable } from "../vouchers/availability.rules.ts";
import { addDays } from "../vouchers/voucher.rules.ts";

/** What the rules read of a promo code. */
export type PromoCode = Omit<PromoCodeFound, "description">;

/** Refuses a promo code that is unknown, or cannot be redeemed here, now or by this customer; else null. */
export function checkPromoCode(
  promo: PromoCode | null,
  at: { readonly store: StoreNow; readonly channel: number | null },
): Refusal | null {
  if (!promo) return { code: "invalid_promo_code", ...promoCodeWords.unknown };
  const today = dayOfHours(promo, at.store);
  const unavailable = findUnavailable("This promo code", promo, {
    ...at,
    store: { ...at.store, today },
  });
  if (unavailable) return { code: "promo_code_not_available", ...unavailable };
  if (!isWithinHours(promo, at.store.time))
    return { code: "promo_code_not_available", ...promoCodeWords.closed(promo, at.store) };
  if (promo.maxUses !== null && promo.uses >= promo.maxUses)
    return { code: "promo_code_limit_reached", ...promoCodeWords.usedUp(promo) };
  if (promo.maxUsesPerCustomer !== null && promo.usesByCustomer >= promo.maxUsesPerCustomer)
    return { code: "promo_code_limit_reached", ...promoCodeWords.usedByCustomer(promo) };
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
