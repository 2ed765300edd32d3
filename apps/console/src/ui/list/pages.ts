type Page<Row> = { readonly items: readonly Row[] };
/** The loaded pages of a query. */
export type Paged<Row> = { readonly data: { readonly pages: readonly Page<Row>[] } | undefined };

/** For a query with pages: the cursor of the next page. */
export const byPages = {
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
};

/** The rows of all loaded pages. */
export function rowsOf<Row>({ data }: Paged<Row>): readonly Row[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}
