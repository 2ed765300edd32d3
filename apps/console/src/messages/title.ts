import type { Metadata } from "next";
import { type RecordKind, readName } from "../rpc/records.ts";
import type en from "./en.json";
import { readLocale } from "./locale.ts";

type Words<Of> = {
  [Key in keyof Of & string]: Of[Key] extends string ? Key : `${Key}.${Words<Of[Key]>}`;
}[keyof Of & string];

type OfPage = { params: Promise<{ id: string }> };

async function textAt(path: Words<typeof en>): Promise<string> {
  const { messages } = await readLocale();
  const found = path
    .split(".")
    .reduce<unknown>((group, key) => (group as Readonly<Record<string, unknown>>)[key], messages);
  return String(found);
}

/** Returns a page's `generateMetadata`: the title of the browser's tab, in the person's language. */
export function titleOf(path: Words<typeof en>) {
  return async (): Promise<Metadata> => ({ title: await textAt(path) });
}

/**
 * Returns the `generateMetadata` of a record's page: the record's name and its list, `Sari Dewi · Customers`.
 */
export function titleOfRecord(kind: RecordKind, list: Words<typeof en>) {
  return async ({ params }: OfPage): Promise<Metadata> => {
    const { id } = await params;
    const [found, title] = await Promise.all([readName(kind, id), textAt(list)]);
    if (found === "missing") return { title: await textAt("notFound.title") };
    return { title: `${found ? found.name : `#${id}`} · ${title}` };
  };
}
