/** Rows that one statement deletes. Other calls wait for the statement, so it must be short. */
const AT_ONCE = 1_000;

/**
 * Calls `piece` until it processes fewer than `AT_ONCE` rows or `giveUp` aborts. `piece` returns the number
 * of rows that it processed.
 */
export async function inPieces(
  giveUp: AbortSignal | undefined,
  piece: (atOnce: number) => Promise<number>,
): Promise<void> {
  while (!giveUp?.aborted && (await piece(AT_ONCE)) >= AT_ONCE);
}
