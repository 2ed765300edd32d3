import type { EndedStatement } from "@stampbook/db";
import type { FastifyBaseLogger } from "fastify";

/** A statement that takes longer is logged. Most take some milliseconds. */
const SLOW_MS = 1_000;
const EVERY_MS = 1_000;

/**
 * Returns a function that logs slow statements, at most one a second. `alike` is the number of those that were
 * not logged since the last line.
 */
export function slowStatements(
  log: Pick<FastifyBaseLogger, "warn">,
  now = () => performance.now(),
): (ended: Omit<EndedStatement, "waitedMs">) => void {
  let last = Number.NEGATIVE_INFINITY;
  let unsaid = 0;
  return ({ statement, ms, code }) => {
    if (ms < SLOW_MS) return;
    if (now() - last < EVERY_MS) {
      unsaid++;
      return;
    }
    last = now();
    const alike = unsaid ? { alike: unsaid } : {};
    log.warn({ statement, ms: Math.round(ms), code, ...alike }, "a slow statement");
    unsaid = 0;
  };
}
