import { isDay, mostOf } from "@stampbook/core/limits";
import { type Page, type Place, type Sort, sorts } from "@stampbook/core/paging";
import { isStorable } from "@stampbook/core/storable";
import { z } from "zod";
import { isMoment } from "../../wire/history/cursor.ts";
import { timeOfDay } from "../fields.ts";
import { listOf } from "../shown/named.ts";

/** The refusal of a cursor from another list. */
export const wrong = "This is not where a page ended.";

/** A cursor for the console: opaque, and valid for the list that returned it. */
function cursorOf(isKey: (key: string) => boolean, isSorted = false) {
  return z
    .string(wrong)
    .max(2_000, wrong)
    .nullish()
    .transform((text, issues): Place | null => {
      if (text === undefined || text === null || text === "") return null;
      const place = readPlace(text);
      if (place && isKey(place.key) && (isSorted || !place.sort)) return place;
      issues.addIssue({ code: "custom", message: wrong });
      return z.NEVER;
    });
}

/** A place as a cursor contains it: a key, an id, and the order if it is not newest first. */
const Written = z.union([
  z.tuple([z.string(), z.int().nonnegative()]),
  z.tuple([z.string(), z.int().nonnegative(), z.literal("oldest")]),
]);

function readPlace(text: string): Place | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const parsed = Written.safeParse(read);
    if (!parsed.success) return null;
    const [key, id, sort] = parsed.data;
    return sort ? { key, id, sort } : { key, id };
  } catch {
    return null;
  }
}

const limit = z.int().min(1).max(mostOf.page).default(50);

// our cursors contain only keys that the database can read; any other key is refused
function isStoreTime(key: string): boolean {
  const [date = "", time = "", ...more] = key.split(" ");
  return isDay(date) && time.length === 8 && timeOfDay.safeParse(time).success && !more.length;
}

/** The paging of lists by time. */
export const byTime = { cursor: cursorOf(isMoment), limit };
const sort = z.enum(sorts).default("newest");
/** The paging of lists by time that can be sorted. Their input is refined with `isOfOrder`. */
export const sortedByTime = { sort, cursor: cursorOf(isMoment, true), limit };
/** Whether the cursor is from a page of this order. */
export const isOfOrder = ({ cursor, sort }: { cursor: Place | null; sort: Sort }) =>
  cursor === null || (cursor.sort ?? "newest") === sort;
export const atCursor = { path: ["cursor"], message: wrong };

/** The paging of lists by name. */
export const byName = { cursor: cursorOf(isStorable), limit };
/** The paging of bookings, by their time in the store's calendar. */
export const byStoreTime = {
  cursor: cursorOf(isStoreTime),
  limit: z.int().min(1).max(mostOf.bookingsPage).default(mostOf.bookingsPage),
};
/** The paging of lists by id only. */
export const byId = { cursor: cursorOf((key) => key === ""), limit };
/** The paging of vouchers, whose order depends on the request: by id, time or last day. */
export const byVoucher = {
  cursor: cursorOf((key) => key === "" || isDay(key) || isMoment(key)),
  limit,
};

/** The schema of a page of these items, as `showPage` returns it. */
export const PageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: listOf(item), nextCursor: z.string().nullable() });

/** A page as the console gets it. */
export type ShownPage<Item> = {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
};

/** Converts a page. `nextCursor` is the `cursor` of the next call; null on the last page. */
export function showPage<Item>({ items, next }: Page<Item>): ShownPage<Item> {
  return { items, nextCursor: next && writePlace(next) };
}

function writePlace({ key, id, sort }: Place): string {
  return Buffer.from(JSON.stringify(sort ? [key, id, sort] : [key, id])).toString("base64url");
}
