import { type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import {
  mayActIn,
  otherStore,
  type SpecialDay,
  unknownStore,
} from "../../running/merchants/index.ts";
import { weekdayOf } from "../adding/opening-hours.rules.ts";
import type { OpeningHours, Span } from "../types.ts";

const { stores } = schema;

type Days = { readonly from: string; readonly to: string };

/** When a store takes bookings on a day. */
export type StoreDay = {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** The spans that begin on this day; none if it is closed. Null if the store takes bookings at any time. */
  readonly hours: readonly Span[] | null;
  /** The name of a special day, which may be empty. Null on other days. */
  readonly name: string | null;
};

/** When a store takes bookings, and how many people can arrive in each of its slots. */
export type StoreHours = {
  readonly days: readonly StoreDay[];
  /** Null if the store counts no slots. They begin at midnight. */
  readonly slots: { readonly minutes: number; readonly covers: number } | null;
};

const hours = read("hours_of_store", (p: Parameters<Days & { readonly storeId: number }>) =>
  rowsOf(stores, { where: [eq(stores.id, p("storeId"))] }).one({
    openingHours: sql<OpeningHours | null>`${stores.openingHours}`,
    slotMinutes: stores.slotMinutes,
    coversPerSlot: stores.coversPerSlot,
    specialDays: sql<
      readonly SpecialDay[]
    >`(select coalesce(json_agg(d.day), '[]') from jsonb_array_elements(${stores.specialDays}) as d (day)
      where d.day->>'date' between ${p("from")}::text and ${p("to")}::text)`,
  }),
);

/**
 * Returns the hours of a store on each day from `from` to `to`, both included, and its slots. Throws `permission_denied` for a
 * store that is not the caller's, and `invalid_store` for one that does not exist.
 */
export async function getStoreHours(
  { db, caller }: CoreContext,
  { store, from, to }: Days & { readonly store: number },
): Promise<StoreHours> {
  if (!mayActIn(caller, store)) throw new Failure(otherStore(caller, store));
  const merchantId = caller.merchant.id;
  const found = await run(db, hours, { merchantId, storeId: store, from, to });
  if (!found) throw new Failure(unknownStore);
  const { openingHours, specialDays, slotMinutes: minutes, coversPerSlot: covers } = found;
  const days = daysBetween(from, to).map((date) => {
    const special = specialDays.find((day) => day.date === date);
    const usual = openingHours && (openingHours[weekdayOf(date)] ?? []);
    return { date, hours: special?.hours ?? usual, name: special?.name ?? null };
  });
  return { days, slots: minutes === null || covers === null ? null : { minutes, covers } };
}

const DAY_MS = 86_400_000;

function daysBetween(from: string, to: string): string[] {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: Math.max(days, 0) }, (_, index) =>
    new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
  );
}
