import { mostOf } from "@stampbook/core/limits";
import type { Page, Place } from "@stampbook/core/paging";
import { isStorable } from "@stampbook/core/storable";
import { z } from "zod";
import { day, timeOfDay } from "./fields.ts";
import { listOf } from "./shown/named.ts";

/** The refusal of a cursor from another list. */
export const wrong = "This is not where a page ended.";

/** A cursor for the console: opaque, and valid for the list that returned it. */
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

const limit = z.int().min(1).max(mostOf.page).default(50);

// a value that the database cannot read is not a cursor of ours
const moment = z.iso.datetime({ offset: true });
const isDay = (key: string) => day.safeParse(key).success;
const isMoment = (key: string) => moment.safeParse(key).success && isDay(key.slice(0, 10));

function isStoreTime(key: string): boolean {
  const [date = "", time = "", ...more] = key.split(" ");
  return isDay(date) && time.length === 8 && timeOfDay.safeParse(time).success && !more.length;
}

/** For lists by time. */
export const byTime = { cursor: cursorOf(isMoment), limit };
/** For lists by day. */
export const byDay = { cursor: cursorOf(isDay), limit };
/** For lists by name. */
export const byName = { cursor: cursorOf(isStorable), limit };
/** For bookings, by their time in the store's calendar. */
export const byStoreTime = {
  cursor: cursorOf(isStoreTime),
  limit: z.int().min(1).max(mostOf.bookingsPage).default(mostOf.bookingsPage),
};
/** For lists by id only. */
export const byId = { cursor: cursorOf((key) => key === ""), limit };
/** For vouchers, whose order depends on the request: by id, time or last day. */
export const byVoucher = {
  cursor: cursorOf((key) => key === "" || isDay(key) || isMoment(key)),
  limit,
};

/** The schema of a page of these, as `showPage` returns it. */
export const PageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: listOf(item), nextCursor: z.string().nullable() });

/** A page in the form for the console. */
export type ShownPage<Item> = {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
};

/** `nextCursor` is the input of the next call; null on the last page. */
export function showPage<Item>({ items, next }: Page<Item>): ShownPage<Item> {
  return { items, nextCursor: next && writePlace(next) };
}

function writePlace({ key, id }: Place): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url");
}
