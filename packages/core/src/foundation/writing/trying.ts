/** How long a call is retried before it fails with `overloaded`, in milliseconds. */
export const DEADLINE_MS = 10_000;

/**
 * The pause in milliseconds before a call is sent again, because another statement may still lock its row.
 */
const PAUSE_MS = 5;

/** Waits `PAUSE_MS` milliseconds before a call is sent again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
