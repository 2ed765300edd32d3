/** Where a page ended: the sort key of its last row, and its id where keys are equal. */
export type Place = { readonly key: string; readonly id: number };

/** How much of a list, and from where on; null is the beginning. */
export type PageInput = { readonly after: Place | null; readonly limit: number };

/** A part of a list. `next` is where the next one begins; null where this is the end. */
export type Page<Item> = { readonly items: readonly Item[]; readonly next: Place | null };

/** A row that tells its own place. */
export type Placed<Item> = Item & { readonly place: Place };

/** The first `limit` of the rows; a store reads one more, so that the end is known as the end. */
export function pageOf<Item>(rows: readonly Placed<Item>[], limit: number): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ place, ...item }) => item as unknown as Item),
    next: last?.place ?? null,
  };
}

/** A place as the parameters `afterKey` and `afterId` of a list that runs downwards. */
export function placeParameters(after: Place | null) {
  return { afterKey: after?.key ?? null, afterId: after?.id ?? Number.MAX_SAFE_INTEGER };
}
