"use client";
import { useLocale } from "use-intl/react";

/** Formats an exact decimal as money for the locale, without zero cents. */
export function useMoney(currency: string) {
  const locale = useLocale();
  return (value: string) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      trailingZeroDisplay: "stripIfInteger",
      // a decimal in a string is formatted exactly, never as a float
    }).format(value as Intl.StringNumericLiteral);
}
