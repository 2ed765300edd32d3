/** Rows that one statement forgets: calls wait behind it, and it has to end in time however much is old. */
const AT_ONCE = 1_000;

/** Works piece by piece, until one is not full or `giveUp`; a piece tells how much it came to. */
export async function inPieces(
  giveUp: AbortSignal | undefined,
  piece: (atOnce: number) => Promise<number>,
): Promise<void> {
  while (!giveUp?.aborted && (await piece(AT_ONCE)) >= AT_ONCE);
}
