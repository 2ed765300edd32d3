/** The `last_error` of a message that was not sent because a budget was used up. */
export const LIMIT_REACHED = "limit reached";

/** The `last_error` of a message that was not sent because the decision that it reports was undone. */
export const UNDONE = "undone";

/** The end of the `last_error` of a message whose booking has changed since. */
export const OUTDATED = "its booking has changed";

const LONGEST_REST_SECONDS = 3_600;

/** Returns the longest wait in seconds after `attempts` failed tries: 2, then doubling up to an hour. */
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
