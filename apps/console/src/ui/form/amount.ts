"use client";
import { isInWholeUnits } from "@stampbook/core/limits";
import { useLocale } from "use-intl/react";

/** Returns a locale's separators of thousands and of decimals. */
function separatorsOf(locale: string) {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_000_000.5);
  const of = (kind: "group" | "decimal") => parts.find(({ type }) => type === kind)?.value ?? "";
  return { group: of("group"), decimal: of("decimal") };
}

/**
 * Parses an amount in a locale's notation, with or without its currency, to a decimal such as `25000.50`.
 * Null if it is not an amount or is ambiguous: `25.00` where a point separates thousands. In a currency that is
 * written without decimals, points and commas before three digits separate thousands in every locale.
 */
export function readAmount(text: string, locale: string, currency: string | null): string | null {
  const { group, decimal } = separatorsOf(locale);
  const bare = text.trim().replace(/^(\p{L}+\.?|\p{Sc})\s*|\s*(\p{L}+\.?|\p{Sc})$/gu, "");
  const pattern = new RegExp(
    `^(\\d+|\\d{1,3}(?:[${group}\\s]\\d{3})+)(?:[${decimal}](\\d{1,2}))?$`,
  );
  const isGrouped =
    currency !== null && isInWholeUnits(currency) && /^\d{1,3}(?:[.,]\d{3})+$/.test(bare);
  if (isGrouped) return bare.replace(/\D/g, "");
  const found = pattern.exec(bare);
  if (!found) return null;
  const [, whole = "", cents] = found;
  const digits = whole.replace(/\D/g, "");
  return cents ? `${digits}.${cents}` : digits;
}

/**
 * Returns functions that parse and format amounts of a currency in the chosen language. A null currency is for
 * numbers that are not money.
 */
export function useAmounts(currency: string | null) {
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    trailingZeroDisplay: "stripIfInteger",
  });
  return {
    decimal: separatorsOf(locale).decimal,
    read: (text: string) => readAmount(text, locale, currency),
    /** Formats a decimal for a field: exactly, and without a currency. */
    write: (value: string) => format.format(value as Intl.StringNumericLiteral),
  };
}
