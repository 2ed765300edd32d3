/**
 * Returns a function that calls `open` once, and then always returns its result. After a failure, the next
 * call opens again.
 */
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
