import type { FastifyInstance } from "fastify";
import { createUnexpected } from "./unexpected.ts";

/** How long after the last call's deadline to wait for running work. */
const PATIENCE_MS = 10_000;
/**
 * A second signal within this time counts as the first one. The same signal can arrive twice: from a
 * supervisor that signals all of its processes, and from the parent that passes it on.
 */
const SAME_SIGNAL_MS = 1_000;
/** How long running calls may continue after an uncaught error. */
const LAST_MS = 2_000;

export type ExitOptions = {
  /** On SIGTERM, how long `/ready` answers 503 before the listener closes. */
  readonly delayMs: number;
  /** The longest time that a call may take. */
  readonly deadlineMs: number;
};

/** Ends the process gracefully: on SIGTERM, on SIGINT without delay, and after an uncaught error. */
export function handleExits(app: FastifyInstance, { delayMs, deadlineMs }: ExitOptions) {
  const hurry = new AbortController();
  let leavingSince: number | null = null;

  const leave = (waitMs: number, patienceMs: number) => {
    setTimeout(() => process.exit(1), waitMs + patienceMs).unref();
    void app.shutDown({ delayMs: waitMs, hurry: hurry.signal });
  };
  const stop = (waitMs: number) => () => {
    if (leavingSince !== null) {
      // a later signal skips the delay
      if (performance.now() - leavingSince > SAME_SIGNAL_MS) hurry.abort();
      return;
    }
    leavingSince = performance.now();
    leave(waitMs, deadlineMs + PATIENCE_MS);
  };
  const unexpected = createUnexpected({
    log: app.log,
    leave: () => {
      process.exitCode = 1;
      hurry.abort();
      leave(0, LAST_MS);
    },
  });

  process.on("SIGTERM", stop(delayMs));
  process.on("SIGINT", stop(0));
  process.on("unhandledRejection", unexpected.rejection);
  process.on("uncaughtException", unexpected.exception);
}
