"use client";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { fieldText } from "../refusal-text.ts";

/** The text for each field of a form that a call refused; null for other fields. */
export function useFieldWords(failed: Failed | null) {
  const words = useTranslations();
  return (field: string): string | null => fieldText(failed, field, words);
}
