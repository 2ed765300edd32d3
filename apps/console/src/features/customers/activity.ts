/** A list that loads by pages, newest first, as `useInfiniteQuery` returns it. */
type Loaded<Row> = {
  readonly data: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined;
  readonly hasNextPage: boolean;
};

/** An event with its time, for merging. */
export type Dated = { readonly at: string };

/**
 * Merges lists by time, newest first. If a list has further pages, leaves out all events older than its last
 * loaded row, because rows that are not loaded yet may come between.
 */
export function mergeLoaded<Event extends Dated>(
  lists: readonly { readonly events: readonly Event[]; readonly until: string | null }[],
): readonly Event[] {
  const untils = lists.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]));
  const oldest = Math.max(Number.NEGATIVE_INFINITY, ...untils);
  return lists
    .flatMap(({ events }) => events)
    .filter(({ at }) => Date.parse(at) >= oldest)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** The end of a day in the westernmost time zone, counted from the day's start in UTC. */
const END_OF_DAY_MS = 36 * 3_600_000;

/**
 * Returns the time after which all bookings are loaded, or null if all are. The list is sorted by the day of
 * the visit, latest first, and a booking is never made after that day.
 */
export function bookedUntil(list: Loaded<{ readonly date: string }>): string | null {
  const last = list.data?.pages.at(-1)?.items.at(-1);
  if (!list.hasNextPage || !last) return null;
  return new Date(Date.parse(last.date) + END_OF_DAY_MS).toISOString();
}

/**
 * Returns the time of the last loaded row, or null if all rows are loaded. Only for a list that is sorted by
 * `createdAt`.
 */
export function loadedUntil<Row extends { readonly createdAt: string }>(
  list: Loaded<Row>,
): string | null {
  if (!list.hasNextPage) return null;
  return list.data?.pages.at(-1)?.items.at(-1)?.createdAt ?? null;
}
