/** How long a call is tried, in milliseconds. */
export const DEADLINE_MS = 10_000;

/**
 * The pause in milliseconds before a call is sent again, because another statement still locks its row.
 */
const PAUSE_MS = 5;

/** Waits until a call may go again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
