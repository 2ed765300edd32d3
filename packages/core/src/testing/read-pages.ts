import type { Page, PageInput } from "../foundation/paging.ts";

const MOST_PAGES = 100;

/** Reads all pages of a list. Returns the items of each page. Throws after `MOST_PAGES` pages. */
export async function readPages<Item>(
  list: (page: PageInput) => Promise<Page<Item>>,
  limit: number,
): Promise<(readonly Item[])[]> {
  const pages: (readonly Item[])[] = [];
  let after: PageInput["after"] = null;
  do {
    const { items, next }: Page<Item> = await list({ after, limit });
    pages.push(items);
    after = next;
    if (pages.length > MOST_PAGES) throw new Error(`The list has more than ${MOST_PAGES} pages.`);
  } while (after);
  return pages;
}
