/**
 * How much of something that all merchants use one of them may have: half while another one wants it
 * too, else three quarters, so that the next one does not wait for the first. Of less than four one
 * merchant may have all. Decisions, section 9.
 */
export function shareOf(total: number, isContended: boolean): number {
  return isContended ? Math.max(1, Math.floor(total / 2)) : Math.ceil((total * 3) / 4);
}
