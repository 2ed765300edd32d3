const LONGEST_REST_SECONDS = 3_600;

/** How long a message rests after so many failed attempts: 2 s, doubling up to an hour. */
export function restAfter(attempts: number): number {
  return Math.min(2 ** attempts, LONGEST_REST_SECONDS);
}

/** What a message is sealed for: moved to another row, it cannot be opened. */
export function placeOfMessage(merchantId: number, id: string): string {
  return `message ${merchantId} ${id}`;
}
