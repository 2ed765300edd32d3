/**
 * Returns a function that calls `open` once and returns the same result from then on. If `open` fails, the
 * next call tries again.
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
