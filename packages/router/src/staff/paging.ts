import type { Page, Place } from "@stampbook/core/paging";
import { isStorable } from "@stampbook/core/storable";
import { z } from "zod";
import { day, timeOfDay } from "./fields.ts";

/** Enough for CSV, which comes page by page too. */
const MOST = 1_000;
/** The refusal of a cursor that is not this list's. */
export const wrong = "This is not where a page ended.";

/** A cursor as the console keeps it: opaque, and good for the list that gave it. */
function cursorOf(isKey: (key: string) => boolean) {
  return z
    .string(wrong)
    .max(2_000, wrong)
    .nullish()
    .transform((text, issues): Place | null => {
      if (text === undefined || text === null || text === "") return null;
      const place = readPlace(text);
      if (place && isKey(place.key)) return place;
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

// what the database would not read is not where a page ended
const moment = z.iso.datetime({ offset: true });
const isDay = (key: string) => day.safeParse(key).success;
const isMoment = (key: string) => moment.safeParse(key).success && isDay(key.slice(0, 10));

function isStoreTime(key: string): boolean {
  const [date = "", time = "", ...more] = key.split(" ");
  return isDay(date) && time.length === 8 && timeOfDay.safeParse(time).success && !more.length;
}

/** Of lists by time. */
export const byTime = { cursor: cursorOf(isMoment), limit };
/** Of lists by a name. */
export const byName = { cursor: cursorOf(isStorable), limit };
/** Of bookings, by their time in the store's calendar. */
export const byStoreTime = {
  cursor: cursorOf(isStoreTime),
  limit: z.int().min(1).max(100).default(100),
};
/** Of lists by the id alone. */
export const byId = { cursor: cursorOf((key) => key === ""), limit };
/** Of vouchers, whose order goes by what is asked for: their id, time or last day. */
export const byVoucher = {
  cursor: cursorOf((key) => key === "" || isDay(key) || isMoment(key)),
  limit,
};

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
