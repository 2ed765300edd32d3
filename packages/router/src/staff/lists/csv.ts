import { actorOf, type CoreContext } from "@stampbook/core/context";
import { getDesk } from "@stampbook/core/merchants";
import type { Page } from "@stampbook/core/paging";
import { recordSecurityEvent } from "@stampbook/core/security-events";
import { z } from "zod";
import { type Say, sayWith } from "./csv-words.rules.ts";
import { showPage } from "./paging.ts";

/**
 * One cell of a CSV file (RFC 4180). Spreadsheets run text that begins like a formula, and anyone can
 * write names and notes, so such text gets a leading apostrophe. Numbers and mobile numbers stay as they are.
 */
export function cell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const plain = /^(-?[0-9]{1,15}(\.[0-9]+)?|\+[0-9]{1,15})$/.test(value);
  const safe = !plain && startsFormula(value) ? `'${value}` : value;
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Whether a text begins like a formula. Some programs skip spaces and control characters first, and convert
 * full-width characters, so these count too.
 */
function startsFormula(value: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|%]/u.test(value) || /^[\t\r\n]/.test(value);
}

type Value = string | number | boolean | null;

/** Columns by their headings, in order. */
export type Columns<Item> = { readonly [heading: string]: (item: Item, say: Say) => Value };

type Telling = {
  /** Where the page begins; null at the start of the file. */
  readonly cursor: object | null;
  readonly words: Readonly<Record<string, string>>;
};

/** The screen's words for codes: `status.Canceled` is "Canceled", or "Dibatalkan". */
export const screenWords = z.record(z.string().max(80), z.string().max(200)).default({});

/** A part of a file; the console joins the parts. */
export const CsvPart = z.object({ text: z.string(), nextCursor: z.string().nullable() });

/** Without this mark, spreadsheets read a UTF-8 file in an older encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A page of a list as CSV. The first page begins with the byte order mark and the headings. The console
 * joins the pages into one file.
 */
export async function showCsv<Item>(
  desk: CoreContext,
  page: Page<Item>,
  { cursor, words }: Telling,
  columns: Columns<Item>,
) {
  await recordExport(desk);
  const { merchant, stores } = await getDesk(desk);
  const say = sayWith({ words, timezone: merchant.timezone, stores });
  return {
    text: writeCsv(page.items, cursor === null, columns, say),
    nextCursor: showPage(page).nextCursor,
  };
}

/** Records an export for every page, so that a caller who starts at the second page is recorded too. */
function recordExport({ origin, caller, ...deps }: CoreContext): Promise<void> {
  return recordSecurityEvent(deps, {
    merchantId: caller.merchant.id,
    what: "export",
    result: "done",
    actor: actorOf(caller),
    origin,
    subject: origin?.procedure ?? null,
  });
}

/** The items as rows of the file. If `isFirst`, the headings come before them. */
export function writeCsv<Item>(
  items: readonly Item[],
  isFirst: boolean,
  columns: Columns<Item>,
  say: Say,
): string {
  const rows = items.map((item) => Object.values(columns).map((column) => column(item, say)));
  const lines = (isFirst ? [Object.keys(columns), ...rows] : rows).map((row) =>
    row.map(cell).join(","),
  );
  return (isFirst ? BYTE_ORDER_MARK : "") + lines.map((line) => `${line}\r\n`).join("");
}
