/** How long a call is tried, in milliseconds. */
export const DEADLINE_MS = 10_000;

/** Before a call goes again, in milliseconds: the row that it did not get is another statement's. */
const PAUSE_MS = 5;

/** Waits until a call may go again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
