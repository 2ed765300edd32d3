import type { FastifyInstance } from "fastify";
import { createUnexpected } from "./unexpected.ts";

/** What still runs so long after the last call's deadline is not waited for. */
const PATIENCE_MS = 10_000;
/** How long running calls may continue after an uncaught error. */
const LAST_MS = 2_000;

export type ExitOptions = {
  /** How long `/ready` says no before the listener closes, on SIGTERM. */
  readonly delayMs: number;
  /** A call is answered within this. */
  readonly deadlineMs: number;
};

/** Ends the process in good order: on SIGTERM, on SIGINT at once, and after a failure that nobody caught. */
export function handleExits(app: FastifyInstance, { delayMs, deadlineMs }: ExitOptions) {
  const hurry = new AbortController();
  let isLeaving = false;

  const leave = (waitMs: number, patienceMs: number) => {
    setTimeout(() => process.exit(1), waitMs + patienceMs).unref();
    void app.shutDown({ delayMs: waitMs, hurry: hurry.signal });
  };
  const stop = (waitMs: number) => () => {
    // a second signal means: at once
    if (isLeaving) return hurry.abort();
    isLeaving = true;
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
