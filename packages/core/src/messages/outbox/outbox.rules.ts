const LONGEST_REST_SECONDS = 3_600;

/** Returns the seconds until the next try, after `attempts` failed ones: 2, then doubling up to an hour. */
export function restAfter(attempts: number): number {
  return Math.min(2 ** attempts, LONGEST_REST_SECONDS);
}

/**
 * Returns the context with which a message's text is sealed. A sealed text that is copied to another row
 * cannot be opened.
 */
export function placeOfMessage(merchantId: number, id: string): string {
  return `message ${merchantId} ${id}`;
}
