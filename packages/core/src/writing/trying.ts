/** How long a call is tried, in milliseconds. */
export const DEADLINE_MS = 10_000;

/**
 * The pause before a call is sent again, in milliseconds. Another statement still has the row that it needs.
 */
const PAUSE_MS = 5;

/** Waits until a call may go again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
