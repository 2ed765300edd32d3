import type { StandbyRead } from "@stampbook/db";
import type { FastifyBaseLogger } from "fastify";

/**
 * Returns a function that logs when a standby stops running heavy reads, with the reason, and when it runs them
 * again.
 */
export function standbyLog(
  log: Pick<FastifyBaseLogger, "info" | "warn">,
): (read: StandbyRead) => void {
  let reads = true;
  return (read) => {
    if ((read.outcome === "read") === reads) return;
    reads = !reads;
    if (read.outcome === "read") log.info("the standby runs the heavy reads again");
    else log.warn({ reason: read.reason }, "the primary runs the heavy reads of the standby");
  };
}
