import type { CoreDeps } from "../context.ts";
import { followEnded, listEnded, listMerchantsWithEnded } from "./ended.sql.ts";

/** Small, so that a till rarely meets a locked membership, and then waits only briefly. */
const BATCH = 200;

/**
 * Replaces levels whose last day has passed. A member who still reaches the level keeps it for its
 * `keepMonths`. Others go one level down, for the `keepMonths` of that level, or without an end if that level
 * is not reached by spending. Merchants take turns, a batch each. Each batch is one statement, so another
 * process can continue after a crash. If two processes run, each member is written by one of them. Stops
 * between batches when `stop` returns true. Returns how many members it wrote. Interface 2, section 5.
 */
export async function endLevels(
  deps: CoreDeps,
  stop: () => boolean = () => false,
  batch = BATCH,
): Promise<number> {
  let written = 0;
  let merchants = await listMerchantsWithEnded(deps);
  while (merchants.length > 0 && !stop()) {
    const next: number[] = [];
    for (const merchantId of merchants) {
      if (stop()) break;
      const done = await endBatch(deps, merchantId, batch);
      written += done;
      // if nothing was written, other calls hold or have changed the whole batch: the next run tries again
      if (done > 0) next.push(merchantId);
      await nextTurn();
    }
    merchants = next;
  }
  return written;
}

async function endBatch(deps: CoreDeps, merchantId: number, batch: number): Promise<number> {
  const ended = await listEnded(deps, merchantId, batch);
  if (ended.length === 0) return 0;
  const changes = await deps.ids.takeMany(merchantId, "level_changes", ended.length);
  const calls = ended.map((one, n) => ({ ...one, change: changes[n] as number }));
  return followEnded(deps, merchantId, calls);
}

/** PGlite answers without returning to the event loop, so requests would wait until the last batch. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));
