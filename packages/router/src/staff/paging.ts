import type { Page, Place } from "@stampbook/core/paging";
import { z } from "zod";

/** Enough for CSV, which comes page by page too. */
const MOST = 1_000;
const wrong = "This is not where a page ended.";

/** A cursor as the console keeps it: opaque, and good for the list that gave it. */
function cursorOf(keys: RegExp) {
  return z
    .string(wrong)
    .max(1_000, wrong)
    .nullish()
    .transform((text, issues): Place | null => {
      if (text === undefined || text === null || text === "") return null;
      const place = readPlace(text);
      if (place && keys.test(place.key)) return place;
      issues.addIssue({ code: "custom", message: wrong });
      return z.NEVER;
    });
}

function readPlace(text: string): Place | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const parsed = z.tuple([z.string(), z.int().nonnegative()]).safeParse(read);
    return parsed.success ? { key: parsed.data[0], id: parsed.data[1] } : null;
  } catch {
    return null;
  }
}

const limit = z.int().min(1).max(MOST).default(50);

/** Of lists by time. */
export const byTime = {
  cursor: cursorOf(/^[0-9]{4,6}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}([+-][0-9:]{2,8}|Z)$/),
  limit,
};
/** Of lists by a name, or by the id alone. */
export const byName = { cursor: cursorOf(/^[^\0]{0,255}$/), limit };
/** Of bookings, by their time in the store's calendar. */
export const byStoreTime = {
  cursor: cursorOf(/^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}$/),
  limit: z.int().min(1).max(100).default(100),
};
/** Of lists by a day, and of lists by the id alone. */
export const byDay = { cursor: cursorOf(/^([0-9]{4}-[0-9]{2}-[0-9]{2})?$/), limit };

/** A page as the console gets it. */
export type ShownPage<Item> = {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
};

/** `nextCursor` goes with the next call; null where this was the last page. */
export function showPage<Item>({ items, next }: Page<Item>): ShownPage<Item> {
  return { items, nextCursor: next && writePlace(next) };
}

function writePlace({ key, id }: Place): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url");
}
