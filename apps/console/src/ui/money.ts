"use client";
import { useLocale } from "use-intl/react";

/**
 * Returns a function that formats an exact decimal as money for the locale, without zero cents. Cents are shown
 * also in a currency that is written without, because a sale may have them.
 */
export function useMoney(currency: string) {
  const locale = useLocale();
  return (value: string) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      minimumFractionDigits: 2,
      trailingZeroDisplay: "stripIfInteger",
      // `Intl.NumberFormat` formats a decimal in a string exactly, never as a float
    }).format(value as Intl.StringNumericLiteral);
}
