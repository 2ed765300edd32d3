import { isOverload } from "@stampbook/db";
import type { FastifyBaseLogger } from "fastify";

export type UnexpectedOptions = {
  readonly log: Pick<FastifyBaseLogger, "error" | "fatal">;
  /** Ends the process: what runs is answered first, as far as that takes no time. */
  readonly leave: () => void;
};

/**
 * What nobody caught. A promise that failed because the database was away has lost nothing: it is
 * logged, and the process serves on, for a new one would meet the same database. After anything else
 * nobody knows what the process still holds: it is logged, and the process leaves.
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

/** The log writes errors without what drivers hang on them; anything else might be a secret. */
function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`a ${typeof thrown} was thrown`);
}
