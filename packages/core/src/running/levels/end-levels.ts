import { despiteFailures } from "../../foundation/audit/index.ts";
import type { CoreDeps } from "../../foundation/context.ts";
import { followEnded, listEnded, listMerchantsWithEnded } from "./ended.sql.ts";

/** The most members in a batch. A batch locks few memberships, so tills rarely wait, and only briefly. */
const BATCH = 200;

/**
 * Replaces levels whose last day has passed. A member who still reaches the level keeps it for another
 * `keepMonths` months. Other members go one level down, for the `keepMonths` of the lower level. The lower
 * level has no end if it is not reached by spending. Writes one batch of each merchant in turn. One statement
 * writes a batch, so another process can continue after a crash. If two processes run at the same time, each
 * ended level is still handled only once. A failure at one merchant does not stop the others: see
 * `despiteFailures`. Stops between batches when `stop` returns true. Returns the number of ended levels that were
 * kept or replaced. Interface 2, section 5.
 */
export async function endLevels(
  deps: CoreDeps,
  stop: () => boolean = () => false,
  batch = BATCH,
): Promise<number> {
  let written = 0;
  let merchants = await listMerchantsWithEnded(deps);
  return despiteFailures(async (attempt) => {
    while (merchants.length > 0 && !stop()) {
      const next: number[] = [];
      for (const merchantId of merchants) {
        if (stop()) break;
        await attempt(async () => {
          const done = await endBatch(deps, merchantId, batch);
          written += done;
          // 0 means that no member is left, or that other calls locked or changed the whole batch. The next
          // run tries again.
          if (done > 0) next.push(merchantId);
        });
      }
      merchants = next;
    }
    return written;
  });
}

async function endBatch(deps: CoreDeps, merchantId: number, batch: number): Promise<number> {
  const ended = await listEnded(deps, merchantId, batch);
  if (ended.length === 0) return 0;
  const changes = await deps.ids.takeMany(merchantId, "level_changes", ended.length);
  const calls = ended.map((one, n) => ({ ...one, change: changes[n] as number }));
  return followEnded(deps, merchantId, calls);
}
