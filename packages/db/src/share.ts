/**
 * The most of a shared resource that one merchant may have: half if another merchant wants it too
 * (`isContended`), else three quarters, so that a newcomer finds some free. Rounded up, so three quarters of
 * three or fewer are all. Decisions, section 13.
 */
export function shareOf(total: number, isContended: boolean): number {
  return Math.ceil(total * (isContended ? 1 / 2 : 3 / 4));
}
