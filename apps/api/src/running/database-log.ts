import type { EndedStatement, StandbyRead } from "@stampbook/db";
import type { FastifyBaseLogger } from "fastify";

/** A statement that takes longer is logged. Most take some milliseconds. */
const SLOW_MS = 1_000;
const EVERY_MS = 1_000;

/**
 * Logs what the process notes about its database, which is open before there is a log. Until `writeTo`, migrations
 * are remembered and the rest is not logged.
 */
export function createDatabaseLog() {
  const migrated: string[] = [];
  let noteSlow: ReturnType<typeof slowStatements> | undefined;
  let noteStandby: ReturnType<typeof standbyLog> | undefined;
  return {
    noteMigrated: (names: readonly string[]) => migrated.push(...names),
    noteEnded: (ended: EndedStatement) => noteSlow?.(ended),
    noteStandbyRead: (read: StandbyRead) => noteStandby?.(read),
    writeTo: (log: FastifyBaseLogger) => {
      for (const migration of migrated) log.info({ migration }, "migration applied");
      noteSlow = slowStatements(log);
      noteStandby = standbyLog(log);
    },
  };
}

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

/**
 * Returns a function that logs when a standby stops running heavy reads, with the reason, and when it runs them
 * again.
 */
function standbyLog(log: Pick<FastifyBaseLogger, "info" | "warn">): (read: StandbyRead) => void {
  let reads = true;
  return (read) => {
    if ((read.outcome === "read") === reads) return;
    reads = !reads;
    if (read.outcome === "read") log.info("the standby runs the heavy reads again");
    else log.warn({ reason: read.reason }, "the primary runs the heavy reads of the standby");
  };
}
