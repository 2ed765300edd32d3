/**
 * The most of a shared resource that one merchant may have. If another merchant wants it too: half, rounded
 * up. Else three quarters, so that a newcomer finds some free; of three or fewer this is all. Decisions,
 * section 13.
 */
export function shareOf(total: number, isContended: boolean): number {
  return Math.ceil(total * (isContended ? 1 / 2 : 3 / 4));
}
