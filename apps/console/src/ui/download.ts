type CsvPage = { readonly text: string; readonly nextCursor: string | null };

/** Puts the pages of a CSV behind each other into one file, and gives it to the person. */
export async function downloadCsv(
  name: string,
  pageAfter: (cursor: string | null) => Promise<CsvPage>,
): Promise<void> {
  const parts: string[] = [];
  let cursor: string | null = null;
  do {
    const page: CsvPage = await pageAfter(cursor);
    parts.push(page.text);
    cursor = page.nextCursor;
  } while (cursor !== null);
  downloadFile(name, "text/csv;charset=utf-8", parts);
}

/** Gives the person a file of these parts. */
export function downloadFile(name: string, type: string, parts: readonly string[]): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([...parts], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
