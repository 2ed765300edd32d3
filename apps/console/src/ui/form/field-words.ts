"use client";
import { useLocale, useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { errorAt } from "./field-error.ts";

type Known = Parameters<ReturnType<typeof useTranslations<"wrong">>>[0];

/** The error of each field of a form: the service's own words in English, else the catalogue's. */
export function useFieldWords(failed: Failed | null) {
  const says = useTranslations("wrong");
  const locale = useLocale();
  return (field: string): string | null => {
    const within = Object.entries(failed?.errors ?? {}).find(([name]) =>
      name.startsWith(`${field}.`),
    );
    const message = errorAt(failed, field) ?? within?.[1] ?? null;
    if (message === null || locale === "en" || !says.has(field as Known)) return message;
    return says(field as Known);
  };
}
