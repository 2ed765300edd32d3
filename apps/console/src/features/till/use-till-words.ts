"use client";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { errorAt } from "../../ui/form/field-error.ts";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { useRefusalWords } from "../../ui/refusal.tsx";

/** Codes for a text that does not fit its field; other codes have their own messages. */
const misfits = new Set(["required", "invalid", "max_length"]);

/**
 * The error of a confirmation's field, in the catalogue's words. They have no numbers: the remaining
 * PIN tries and the balance are shown beside their fields.
 */
export function useTillWords(failed: Failed | null) {
  const wordsOf = useRefusalWords();
  const fieldWords = useFieldWords(failed);
  const reasons = useTranslations("refusals");
  return (field: string): string | null => {
    const message = errorAt(failed, field);
    if (!failed || message === null) return null;
    if (misfits.has(failed.code) || !reasons.has(failed.code as "required"))
      return fieldWords(field);
    const { what, advice } = wordsOf({ ...failed, message: "" });
    return advice ? `${what} ${advice}` : what;
  };
}
