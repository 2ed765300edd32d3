/**
 * The most of a shared resource that one merchant may have: half, rounded up, while another one wants it
 * too, else three quarters, so that a newcomer finds some free. Alone, a merchant may have all of three
 * or fewer. Decisions, section 13.
 */
export function shareOf(total: number, isContended: boolean): number {
  return Math.ceil(total * (isContended ? 1 / 2 : 3 / 4));
}
