import { onStopSignal } from "@stampbook/edge/stop-signals";
import type { FastifyInstance } from "fastify";
import { createUnexpected } from "./unexpected.ts";

/** How long after the last call's deadline running work may take. Then the process exits with 1. */
const PATIENCE_MS = 10_000;
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
  const failed = new AbortController();

  const leave = (waitMs: number, patienceMs: number, hurry = failed.signal) => {
    setTimeout(() => process.exit(1), waitMs + patienceMs).unref();
    void app.shutDown({ delayMs: waitMs, hurry }).then(() => app.log.info("drained"));
  };
  const unexpected = createUnexpected({
    log: app.log,
    leave: () => {
      process.exitCode = 1;
      failed.abort();
      leave(0, LAST_MS);
    },
  });

  onStopSignal(delayMs, (how) => {
    app.log.info({ signal: how.signal, delayMs: how.delayMs }, "stopping");
    const hurry = AbortSignal.any([how.hurry, failed.signal]);
    leave(how.delayMs, deadlineMs + PATIENCE_MS, hurry);
  });
  // first, because the log's own listener writes what is buffered
  process.prependListener("exit", (code) => app.log.info({ code }, "exit"));
  process.on("unhandledRejection", unexpected.rejection);
  process.on("uncaughtException", unexpected.exception);
}
