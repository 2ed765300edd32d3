import type { Metadata } from "next";
import type en from "./en.json";
import { readLocale } from "./locale.ts";

type Words<Of> = {
  [Key in keyof Of & string]: Of[Key] extends string ? Key : `${Key}.${Words<Of[Key]>}`;
}[keyof Of & string];

/** A page's `generateMetadata`: what stands on its tab, in the person's language. */
export function titleOf(path: Words<typeof en>, values: Readonly<Record<string, string>> = {}) {
  return async (): Promise<Metadata> => {
    const { messages } = await readLocale();
    const found = path
      .split(".")
      .reduce<unknown>((of, key) => (of as Readonly<Record<string, unknown>>)[key], messages);
    return {
      title: String(found).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ""),
    };
  };
}
