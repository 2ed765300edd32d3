import type { EndedStatement, StandbyRead } from "@stampbook/db";
import type { FastifyBaseLogger } from "fastify";
import { slowStatements } from "./slow-statements.ts";
import { standbyLog } from "./standby-log.ts";

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
