import type { KnownCaller } from "../../foundation/context.ts";
import { firstRefusal, type Refusal } from "../../foundation/failures.ts";
import { mayActIn, otherStore } from "../../running/merchants/store.rules.ts";
import { checkDay } from "../adding/booking-input.rules.ts";
import { mayHandleBookings, notForCaller } from "../deciding/decide-booking.rules.ts";
import type { BookingStatus } from "../types.ts";

/** Filters of the list. Null means all. Days are inclusive, in each store's own calendar. */
export type BookingFilters = {
  readonly store: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly statuses: readonly BookingStatus[] | null;
  /** True: only bookings with a customer. False: only bookings without a customer. */
  readonly matched: boolean | null;
  /** Only bookings of this customer. */
  readonly customerId?: number | null;
};

/** The last booking of the previous page. `key` is its date and time, `YYYY-MM-DD HH:MM:SS`. */
type Place = { readonly key: string; readonly id: number };

/** A position in the list. Bookings are sorted by date, time and id. */
export type BookingPlace = { readonly date: string; readonly time: string; readonly id: number };

const MOST_A_PAGE = 100;
/** Sorts before the first booking of a day, because ids start at 1. */
const dawn = { time: "00:00:00", id: 0 };
/** Sorts after every booking. */
const afterAll = { date: "infinity", time: "24:00:00", id: Number.MAX_SAFE_INTEGER };

/** Checks the caller's access and the input of the list. */
export function checkListing(
  caller: KnownCaller,
  { store, from, to }: BookingFilters,
  { after, limit }: { readonly after: Place | null; readonly limit: number },
): Refusal | null {
  if (!mayHandleBookings(caller)) return notForCaller;
  if (store !== null && !mayActIn(caller, store)) return otherStore(caller, store);
  return firstRefusal(
    from === null ? null : checkDay(from, "from"),
    to === null ? null : checkDay(to, "to"),
    after === null || isPlace(after)
      ? null
      : { code: "invalid", field: "after", message: "The next of the page before is expected." },
    Number.isInteger(limit) && limit >= 1 && limit <= MOST_A_PAGE
      ? null
      : {
          code: "invalid",
          field: "limit",
          message: `A whole number from 1 to ${MOST_A_PAGE} is expected.`,
        },
  );
}

function isPlace({ key, id }: Place): boolean {
  const { date, time } = placeOf(key);
  return (
    !checkDay(date) && /^([01][0-9]|2[0-3])(:[0-5][0-9]){2}$/.test(time) && Number.isSafeInteger(id)
  );
}

function placeOf(key: string) {
  const [date = "", time = ""] = key.split(" ");
  return { date, time };
}

/**
 * Returns where a page starts in a list that is sorted latest first. The first page starts after all
 * bookings.
 */
export function endOf(before: Place | null): BookingPlace {
  return before ? { ...placeOf(before.key), id: before.id } : afterAll;
}

/**
 * Returns the position after which a page starts: the last booking of the previous page, or the start of
 * `from` if that is later.
 */
export function startOf({ from }: BookingFilters, after: Place | null): BookingPlace {
  const seen = after && { ...placeOf(after.key), id: after.id };
  return seen && seen.date >= (from ?? "") ? seen : { ...dawn, date: from ?? "-infinity" };
}
