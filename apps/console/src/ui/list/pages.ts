type Page<Row> = { readonly items: readonly Row[] };
/** The loaded pages of a query. */
export type Paged<Row> = { readonly data: { readonly pages: readonly Page<Row>[] } | undefined };

/** Options of a query with pages: `nextCursor` is the start of the next page. */
export const byPages = {
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
};

/** Returns the rows of all loaded pages. */
export function rowsOf<Row>({ data }: Paged<Row>): readonly Row[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}
