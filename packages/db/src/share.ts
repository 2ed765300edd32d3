/**
 * Returns how much of a shared resource one merchant may use. That is half while another merchant waits for
 * the resource (`isContended`). Else it is three quarters, so that some is free for the next merchant. The
 * result is rounded up: if `total` is 3 or less, three quarters means all. See decisions, section 13.
 */
export function shareOf(total: number, isContended: boolean): number {
  return Math.ceil(total * (isContended ? 1 / 2 : 3 / 4));
}
