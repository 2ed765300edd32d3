import type { Metadata } from "next";
import type en from "./en.json";
import { readLocale } from "./locale.ts";

type Words<Of> = {
  [Key in keyof Of & string]: Of[Key] extends string ? Key : `${Key}.${Words<Of[Key]>}`;
}[keyof Of & string];

type OfPage = { params: Promise<Readonly<Record<string, unknown>>> };

/**
 * A page's `generateMetadata`: the title of its tab, in the person's language. Braces in the words are
 * filled from the address: `Booking #{id}`.
 */
export function titleOf(path: Words<typeof en>) {
  return async ({ params }: OfPage): Promise<Metadata> => {
    const [{ messages }, parts] = await Promise.all([readLocale(), params]);
    const found = path
      .split(".")
      .reduce<unknown>((group, key) => (group as Readonly<Record<string, unknown>>)[key], messages);
    return {
      title: String(found).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? "")),
    };
  };
}
