import type { Page } from "@stampbook/core/paging";
import { cell } from "./csv.rules.ts";
import { showPage } from "./paging.ts";

type Value = string | number | boolean | null;

/** Columns by their headings, in their order. */
export type Columns<Item> = { readonly [heading: string]: (item: Item) => Value };

/**
 * A page of a list as CSV; the first one begins with the headings. The console puts the pages behind
 * each other into one file.
 */
export function showCsv<Item>(page: Page<Item>, first: boolean, columns: Columns<Item>) {
  const headings = Object.keys(columns);
  const rows = page.items.map((item) => Object.values(columns).map((column) => column(item)));
  const lines = (first ? [headings, ...rows] : rows).map((row) => row.map(cell).join(","));
  return {
    text: lines.map((line) => `${line}\r\n`).join(""),
    nextCursor: showPage(page).nextCursor,
  };
}
