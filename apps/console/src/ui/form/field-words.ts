"use client";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { fieldText } from "../refusal-text.ts";

/** Returns a function that returns a field's error text, or null if the call did not refuse the field. */
export function useFieldWords(failed: Failed | null) {
  const words = useTranslations();
  return (field: string): string | null => fieldText(failed, field, words);
}
