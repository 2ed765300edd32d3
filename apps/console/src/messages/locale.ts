import { cookies, headers } from "next/headers";
import en from "./en.json";
import id from "./id.json";

const locales = ["en", "id"] as const;
export type Locale = (typeof locales)[number];

const catalogues: Record<Locale, typeof en> = { en, id };
const LOCALE_COOKIE = "stampbook_locale";

/** Returns the language of this name, or English if the name is unknown. */
export function localeOf(name: string | null | undefined): Locale {
  return locales.find((one) => one === name) ?? "en";
}

/** Returns all texts of a language. */
export const wordsOf = (locale: Locale) => catalogues[locale];

/**
 * Returns the chosen language and its texts. Without a choice, Indonesian if the browser prefers it, else
 * English.
 */
export async function readLocale() {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  const asked = (await headers()).get("accept-language") ?? "";
  const locale = locales.find((one) => one === chosen) ?? (/^(id|in)\b/i.test(asked) ? "id" : "en");
  return { locale, messages: catalogues[locale] };
}
