import { isOverload } from "@stampbook/db";
import type { FastifyBaseLogger } from "fastify";

export type UnexpectedOptions = {
  readonly log: Pick<FastifyBaseLogger, "error" | "fatal">;
  /** Ends the process, after answering running calls if that is quick. */
  readonly leave: () => void;
};

/**
 * Handles uncaught errors. If a promise failed because the database was unavailable, nothing is damaged: the
 * error is logged and the process continues, because a new process would meet the same database. After any
 * other error the state of the process is unknown: the error is logged and the process exits.
 */
export function createUnexpected({ log, leave }: UnexpectedOptions) {
  return {
    rejection: (reason: unknown) => {
      if (isOverload(reason)) return log.error(errorOf(reason), "a failure that nobody awaited");
      log.fatal(errorOf(reason), "a failure that nobody awaited: the process ends");
      leave();
    },
    exception: (error: unknown) => {
      log.fatal(errorOf(error), "a failure that nobody caught: the process ends");
      leave();
    },
  };
}

/**
 * The log writes errors without the details that drivers attach. Any other thrown value might be a secret, so
 * only its type is logged.
 */
function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`a ${typeof thrown} was thrown`);
}
