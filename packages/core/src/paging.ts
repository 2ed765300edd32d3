/** The orders of lists that staff can sort by time. The first one is the default. */
export const sorts = ["newest", "oldest"] as const;
export type Sort = (typeof sorts)[number];

/**
 * The end of a page: the sort key of its last row, and its id for rows with equal keys. `sort` is the
 * order of the page, if it is not newest first.
 */
export type Place = { readonly key: string; readonly id: number; readonly sort?: "oldest" };

/** Where a page starts, and its size. `after` null is the first page. */
export type PageInput = { readonly after: Place | null; readonly limit: number };

/** A page of a list that can be sorted, newest first if `sort` is left out. */
export type SortedPageInput = PageInput & { readonly sort?: Sort };

/** A page of a list. `next` is where the next page starts; null on the last page. */
export type Page<Item> = { readonly items: readonly Item[]; readonly next: Place | null };

/** A row with its place in the list. */
export type Placed<Item> = Item & { readonly place: Place };

/**
 * The first `limit` rows as a page. The query reads one row more, which shows whether there is a next page.
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

/** One statement for each order, under different names. */
export function inEachOrder<Statement>(
  name: string,
  listIn: (name: string, sort: Sort) => Statement,
): Record<Sort, Statement> {
  return { newest: listIn(name, "newest"), oldest: listIn(`${name}_oldest_first`, "oldest") };
}

/**
 * A place as the parameters `afterKey` and `afterId` of a list. On the first page `afterKey` is null, and
 * `afterId` is larger than every id.
 */
export function placeParameters(after: Place | null) {
  return { afterKey: after?.key ?? null, afterId: after?.id ?? Number.MAX_SAFE_INTEGER };
}
