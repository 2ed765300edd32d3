"use client";
import { useLocale } from "use-intl/react";

/** What stands between thousands, and before the cents. */
function separatorsOf(locale: string) {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_000_000.5);
  const of = (kind: "group" | "decimal") => parts.find(({ type }) => type === kind)?.value ?? "";
  return { group: of("group"), decimal: of("decimal") };
}

/**
 * An amount as people write it in a locale, with its currency or without, as the service takes it;
 * null where it is none, or could be read in two ways: `25.00` where a point stands between thousands.
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

/** Reads and writes amounts by the chosen language. */
export function useAmounts() {
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    trailingZeroDisplay: "stripIfInteger",
  });
  return {
    read: (text: string) => readAmount(text, locale),
    /** For a field: exactly, and without a currency. */
    write: (value: string) => format.format(value as Intl.StringNumericLiteral),
  };
}
