import type { ReactNode } from "react";
import { compiledMessages } from "./compiled.ts";
import { readLocale } from "./locale.ts";
import ofPages from "./of-pages.json";
import { MoreWords } from "./words.tsx";

type PageWordsProps = {
  /** The folder of the page below `app/`; for a layout, its folder and `/layout`. */
  of: keyof typeof ofPages;
  children: ReactNode;
};

/** Returns the groups of texts that a page or layout uses, without those of the layouts above it. */
export function groupsOf(place: keyof typeof ofPages, locale: keyof typeof compiledMessages) {
  const all = compiledMessages[locale];
  const names: readonly string[] = ofPages[place];
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

/** Provides a page with its texts. The server sends them with the page. */
export async function PageWords({ of, children }: PageWordsProps) {
  const { locale } = await readLocale();
  return <MoreWords messages={groupsOf(of, locale)}>{children}</MoreWords>;
}
