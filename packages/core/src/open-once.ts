/** Opens something with its first use and keeps it. What failed is not kept: the next use tries again. */
export function openOnce<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let kept: Promise<Opened> | undefined;
  return () => {
    kept ??= open().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
