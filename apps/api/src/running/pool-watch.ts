import type { CoreDeps } from "@stampbook/core/context";
import { type DatabaseLoad, takesWrites, withoutCaller } from "@stampbook/db";
import type { FastifyBaseLogger } from "fastify";

export type PoolWatchOptions = {
  readonly db: CoreDeps["db"];
  readonly load: () => DatabaseLoad;
  /** Asks the database by a new connection beside the pool; rejects where that fails. */
  readonly askAnew: () => Promise<unknown>;
  readonly log: Pick<FastifyBaseLogger, "error">;
  readonly now?: () => number;
};

/** Nothing has been answered for so long, though it was asked for: then it is looked why. */
export const SILENT_MS = 30_000;
/** How often a look asks the database, at most. */
const EVERY_MS = 2_000;

/**
 * Tells a pool that is dead for good from a database that is away. Only the first is mended by a new
 * process: so the pool counts as dead where it has failed for half a minute while a connection that
 * is opened anew answers. As soon as the pool answers it is alive again.
 */
export function createPoolWatch(options: PoolWatchOptions) {
  const { db, load, askAnew, log, now = () => performance.now() } = options;
  let dead = false;
  let lastLook = Number.NEGATIVE_INFINITY;
  let isLooking = false;

  async function look() {
    // fails where the pool does, and so counts as asked
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
    /** Looks again, where the last look is some seconds old; nobody waits for it. */
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
