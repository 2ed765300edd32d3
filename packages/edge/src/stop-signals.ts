/**
 * A second signal within this time counts as the first one. The same signal can arrive twice: from a
 * supervisor that signals all of its processes, and from the parent that passes it on.
 */
export const SAME_SIGNAL_MS = 1_000;

/** How to stop: `delayMs` is how long to accept requests first, and `hurry` aborts to end the delay. */
export type Stop = {
  readonly signal: "SIGTERM" | "SIGINT";
  readonly delayMs: number;
  readonly hurry: AbortSignal;
};

/**
 * Calls `stop` once: on SIGTERM with the delay, on SIGINT with a delay of 0, because a person waits at the
 * keyboard. A later signal aborts `hurry`.
 */
export function onStopSignal(delayMs: number, stop: (how: Stop) => void): void {
  const hurry = new AbortController();
  let stoppingSince: number | null = null;
  const signalled = (signal: Stop["signal"], waitMs: number) => () => {
    if (stoppingSince === null) {
      stoppingSince = performance.now();
      stop({ signal, delayMs: waitMs, hurry: hurry.signal });
    } else if (performance.now() - stoppingSince > SAME_SIGNAL_MS) hurry.abort();
  };
  process.on("SIGTERM", signalled("SIGTERM", delayMs));
  process.on("SIGINT", signalled("SIGINT", 0));
}
