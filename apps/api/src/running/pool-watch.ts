import type { CoreDeps } from "@stampbook/core/context";
import { type DatabaseLoad, takesWrites, withoutCaller } from "@stampbook/db";
import type { FastifyBaseLogger } from "fastify";

export type PoolWatchOptions = {
  readonly db: CoreDeps["db"];
  readonly load: () => DatabaseLoad;
  /** Asks the database over a new connection outside the pool; rejects if that fails. */
  readonly askAnew: () => Promise<unknown>;
  readonly log: Pick<FastifyBaseLogger, "error">;
  readonly now?: () => number;
};

/** How long queries must have failed before a new connection is tried. */
export const SILENT_MS = 30_000;
/** The shortest time between two checks. */
const EVERY_MS = 2_000;

/**
 * Finds out whether the pool is broken for good or the database is unavailable. The pool counts as dead if it
 * has failed for half a minute, but a new connection answers. Only a new process fixes that. As soon as the
 * pool answers, it counts as alive again.
 */
export function createPoolWatch(options: PoolWatchOptions) {
  const { db, load, askAnew, log, now = () => performance.now() } = options;
  let dead = false;
  let lastLook = Number.NEGATIVE_INFINITY;
  let isLooking = false;

  async function look() {
    // this query uses the pool, so it fails if the pool fails
    const answers = await withoutCaller(() => takesWrites(db)).then(
      () => true,
      () => false,
    );
    if (answers) dead = false;
    else if (!dead && load().failingForMs >= SILENT_MS) {
      dead = await askAnew().then(
        () => true,
        () => false,
      );
      if (dead)
        log.error(
          `No statement was answered for ${SILENT_MS / 1_000} s, and a new connection is: this process should be restarted.`,
        );
    }
  }

  return {
    /** Starts a check if the last one is at least two seconds old. Does not wait for its result. */
    look: () => {
      if (isLooking || now() - lastLook < EVERY_MS) return;
      isLooking = true;
      lastLook = now();
      void look().finally(() => {
        isLooking = false;
      });
    },
    isDead: () => dead,
  };
}
