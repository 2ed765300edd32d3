const LONGEST_REST_SECONDS = 3_600;

/** Seconds before the next try, after this number of failed attempts: 2, doubling up to an hour. */
export function restAfter(attempts: number): number {
  return Math.min(2 ** attempts, LONGEST_REST_SECONDS);
}

/** The context that a message is sealed with. In another row it cannot be opened. */
export function placeOfMessage(merchantId: number, id: string): string {
  return `message ${merchantId} ${id}`;
}
