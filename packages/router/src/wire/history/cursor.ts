import { hash } from "node:crypto";
import { canonical } from "@stampbook/core/canonical";
import { Failure } from "@stampbook/core/failures";
import { isDay, mostOf } from "@stampbook/core/limits";
import type { Page, Place } from "@stampbook/core/paging";
import { z } from "zod";
import { alike } from "../../idempotency.ts";
import { perPage, text, wholeNumber } from "../fields.ts";
import { optional, withDefault } from "../reading.ts";
import { hasNext } from "../shown.ts";

/** The parameters of a page of a list by time. Interface 3, section 1. */
export const pageFields = {
  per_page: withDefault(wholeNumber(1, mostOf.periodPage), 20).describe(perPage),
  cursor: optional(text(mostOf.cursor)).describe(
    "The `next_cursor` of the page before, with the same filters and the same order.",
  ),
};

/** The input of a list: its page, and its filters with its order. */
type Listed = { readonly per_page: number; readonly cursor: string | null };

const moment = z.iso.datetime({ offset: true });

/** Whether a key of a cursor is a moment that the database can read. */
export const isMoment = (key: string) => moment.safeParse(key).success && isDay(key.slice(0, 10));

const Written = z.tuple([z.string(), z.string().refine(isMoment), z.int().nonnegative()]);

/**
 * Returns where the page of a call begins; null for the first page. Throws `invalid` on `cursor` if no answer
 * of the list with these filters and this order had the cursor.
 */
export function placeOf(list: string, input: Listed): Place | null {
  if (input.cursor === null) return null;
  const [digest, key = "", id = 0] = readCursor(input.cursor) ?? [];
  if (digest !== digestOf(list, input)) throw new Failure(wrongCursor);
  return { key, id };
}

const wrongCursor = {
  code: "invalid",
  field: "cursor",
  message: "This is not where a page of this list, with these filters and this order, ended.",
} as const;

function readCursor(cursor: string): z.output<typeof Written> | undefined {
  try {
    return Written.safeParse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

/** A short text that differs for other lists, filters and orders. */
function digestOf(list: string, { per_page: _, cursor: __, ...filters }: Listed): string {
  return hash("sha256", `${list} ${canonical(alike(filters))}`).slice(0, 16);
}

/** The keys of an answer that say whether there is a next page, and where it begins. */
export const NextPage = {
  has_next: hasNext,
  next_cursor: z
    .string()
    .nullable()
    .describe("The `cursor` of the next page. Null on the last one."),
};

export function presentNext(list: string, input: Listed, { next }: Page<unknown>) {
  const written = next && JSON.stringify([digestOf(list, input), next.key, next.id]);
  return {
    has_next: written !== null,
    next_cursor: written && Buffer.from(written).toString("base64url"),
  };
}
