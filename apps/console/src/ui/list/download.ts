type CsvPage = { readonly text: string; readonly nextCursor: string | null };

/** Joins the pages of a CSV into one file, and downloads it. `withHeads` writes the heads of the first page. */
export async function downloadCsv(
  name: string,
  pageAfter: (cursor: string | null) => Promise<CsvPage>,
  withHeads: (text: string) => string,
): Promise<void> {
  const parts: string[] = [];
  let cursor: string | null = null;
  do {
    const page: CsvPage = await pageAfter(cursor);
    parts.push(parts.length ? page.text : withHeads(page.text));
    cursor = page.nextCursor;
  } while (cursor !== null);
  downloadFile(name, "text/csv;charset=utf-8", parts);
}

/** Downloads a file whose content is the joined `parts`. */
export function downloadFile(name: string, type: string, parts: readonly string[]): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([...parts], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
