"use client";
import { useLocale } from "use-intl/react";

/** Returns a function that formats an exact decimal as money for the locale, without zero cents. */
export function useMoney(currency: string) {
  const locale = useLocale();
  return (value: string) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      trailingZeroDisplay: "stripIfInteger",
      // `Intl.NumberFormat` formats a decimal in a string exactly, never as a float
    }).format(value as Intl.StringNumericLiteral);
}
