"use client";
import { useLocale } from "use-intl/react";

/** Writes an exact decimal as money, by the locale; without cents where there are none. */
export function useMoney(currency: string) {
  const locale = useLocale();
  return (value: string) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      trailingZeroDisplay: "stripIfInteger",
      // a decimal in a string is formatted exactly, never by way of a float
    }).format(value as Intl.StringNumericLiteral);
}
