/** The orders in which staff can sort a list by time. The default is `newest`. */
export const sorts = ["newest", "oldest"] as const;
export type Sort = (typeof sorts)[number];

/**
 * The last row of a page: its sort key, and its id for rows with equal keys. `sort` is set if the page is
 * sorted oldest first.
 */
export type Place = { readonly key: string; readonly id: number; readonly sort?: "oldest" };

/** The start and the size of a page. If `after` is null, the first page. */
export type PageInput = { readonly after: Place | null; readonly limit: number };

/** The start and the size of a page of a list that staff can sort. Without `sort`, newest first. */
export type SortedPageInput = PageInput & { readonly sort?: Sort };

/** A page of a list. `next` is the start of the next page, or null on the last page. */
export type Page<Item> = { readonly items: readonly Item[]; readonly next: Place | null };

/** A row with its place in the list. */
export type Placed<Item> = Item & { readonly place: Place };

/**
 * Returns the first `limit` rows as a page. The query must read one row more than `limit`: the extra row
 * shows that there is a next page.
 */
export function pageOf<Item>(
  rows: readonly Placed<Item>[],
  limit: number,
  sort: Sort = "newest",
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)?.place : undefined;
  return {
    items: shown.map(({ place, ...item }) => item as unknown as Item),
    next: last ? { ...last, ...(sort === "oldest" && { sort }) } : null,
  };
}

/** Makes one statement for each order. The second statement's name ends with `_oldest_first`. */
export function inEachOrder<Statement>(
  name: string,
  listIn: (name: string, sort: Sort) => Statement,
): Record<Sort, Statement> {
  return { newest: listIn(name, "newest"), oldest: listIn(`${name}_oldest_first`, "oldest") };
}

/**
 * Returns the parameters `afterKey` and `afterId` of a list. On the first page `afterKey` is null, and
 * `afterId` is larger than every id.
 */
export function placeParameters(after: Place | null) {
  return { afterKey: after?.key ?? null, afterId: after?.id ?? Number.MAX_SAFE_INTEGER };
}
