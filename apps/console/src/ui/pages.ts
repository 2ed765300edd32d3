type Page<Row> = { readonly items: readonly Row[] };
/** What has come of a query by pages. */
export type Paged<Row> = { readonly data: { readonly pages: readonly Page<Row>[] } | undefined };

/** For a query that comes by pages: where the next one begins. */
export const byPages = {
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
};

/** The rows of all pages that have come. */
export function rowsOf<Row>({ data }: Paged<Row>): readonly Row[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}
