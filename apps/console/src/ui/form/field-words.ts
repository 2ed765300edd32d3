"use client";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { fieldText } from "../refusal-text.ts";

/** Returns a function for the error text of a field. Null if the call did not refuse the field. */
export function useFieldWords(failed: Failed | null) {
  const words = useTranslations();
  return (field: string): string | null => fieldText(failed, field, words);
}
