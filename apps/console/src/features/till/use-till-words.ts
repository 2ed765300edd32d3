"use client";
import { useLocale, useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { errorAt } from "../../ui/field-error.ts";
import { useFieldWords } from "../../ui/field-words.ts";
import { useRefusalWords } from "../../ui/refusal.tsx";

/** What a text that does not fit its field is refused as; anything else says more by its code. */
const misfits = new Set(["required", "invalid", "max_length"]);

/**
 * What is wrong with a field of the confirmation. How many tries a PIN has stands beside the field, so
 * that its refusal never tells a second number; other refusals are the service's own words in English.
 */
export function useTillWords(failed: Failed | null) {
  const wordsOf = useRefusalWords();
  const fieldWords = useFieldWords(failed);
  const reasons = useTranslations("refusals");
  const locale = useLocale();
  return (field: string): string | null => {
    const message = errorAt(failed, field);
    if (!failed || message === null) return null;
    const isOwn = field === "pin" || locale !== "en";
    if (misfits.has(failed.code) || !isOwn || !reasons.has(failed.code as "required"))
      return fieldWords(field);
    const { what, advice } = wordsOf({ ...failed, message: "" });
    return advice ? `${what} ${advice}` : what;
  };
}
