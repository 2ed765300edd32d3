"use client";
import { useLocale } from "use-intl/react";

/** Returns a locale's separators of thousands and of decimals. */
function separatorsOf(locale: string) {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_000_000.5);
  const of = (kind: "group" | "decimal") => parts.find(({ type }) => type === kind)?.value ?? "";
  return { group: of("group"), decimal: of("decimal") };
}

/**
 * Parses an amount in a locale's notation, with or without its currency, to a decimal such as `25000.50`.
 * Null if it is not an amount or is ambiguous: `25.00` where a point separates thousands.
 */
export function readAmount(text: string, locale: string): string | null {
  const { group, decimal } = separatorsOf(locale);
  const bare = text.trim().replace(/^(\p{L}+\.?|\p{Sc})\s*|\s*(\p{L}+\.?|\p{Sc})$/gu, "");
  const pattern = new RegExp(
    `^(\\d+|\\d{1,3}(?:[${group}\\s]\\d{3})+)(?:[${decimal}](\\d{1,2}))?$`,
  );
  const found = pattern.exec(bare);
  if (!found) return null;
  const [, whole = "", cents] = found;
  const digits = whole.replace(/\D/g, "");
  return cents ? `${digits}.${cents}` : digits;
}

/** Returns functions that parse and format amounts in the chosen language. */
export function useAmounts() {
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    trailingZeroDisplay: "stripIfInteger",
  });
  return {
    decimal: separatorsOf(locale).decimal,
    read: (text: string) => readAmount(text, locale),
    /** Formats a decimal for a field: exactly, and without a currency. */
    write: (value: string) => format.format(value as Intl.StringNumericLiteral),
  };
}
