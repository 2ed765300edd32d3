import { setTimeout as pause } from "node:timers/promises";
import type { CoreDeps } from "../../foundation/context.ts";
import { listMerchantsDue } from "./due.sql.ts";
import { expireMerchant, type Sizes, type Trouble } from "./expire-merchant.ts";

const SIZES: Sizes = {
  // few, so that a till rarely waits for a locked membership, and then only briefly
  customers: 200,
  // limited, because replaying the ledgers of a batch blocks the event loop, and no request is answered
  // meanwhile
  entries: 5_000,
  // large, because each list must skip the old row versions that earlier batches left. PostgreSQL keeps these
  // while a backup or another long transaction may read them.
  list: 10_000,
};

/**
 * The pause after a batch, as a multiple of the time that the batch took. On a busy machine, redemptions then
 * keep most of their throughput.
 */
const REST = 4;
const LONGEST_REST_MS = 1_000;
const MOST_NAMED = 20;

type Running = {
  readonly sizes?: Partial<Sizes>;
  /** Called after each batch, with the number of customers that the run has written so far. */
  readonly onBatch?: (written: number) => void;
};

/**
 * Writes off the expired stamps of all customers of all merchants. For each customer, writes the next day of
 * expiry, and one entry if any stamps have expired. Merchants take turns, one batch each, so that a large
 * merchant does not delay the others. One statement writes a batch, so another process can continue after a
 * crash. If two processes run, only one of them writes each customer. Stops between batches when `stop`
 * returns true. Returns the number of customers written. If the rows of some customers cannot be written,
 * writes all others, then throws. Throws at once if the database does not answer or refuses all writes.
 */
export async function expireDueStamps(
  deps: CoreDeps,
  stop: () => boolean = () => false,
  { sizes = {}, onBatch }: Running = {},
): Promise<number> {
  let written = 0;
  const troubles: Trouble[] = [];
  const due = await listMerchantsDue(deps);
  let turns = due.map((id) => expireMerchant(deps, id, { ...SIZES, ...sizes }, troubles));
  while (turns.length > 0 && !stop()) {
    const next: typeof turns = [];
    for (const turn of turns) {
      if (stop()) break;
      const began = performance.now();
      const { done, value } = await turn.next();
      if (done) continue;
      written += value;
      onBatch?.(written);
      next.push(turn);
      await pause(Math.min(LONGEST_REST_MS, REST * (performance.now() - began)));
    }
    turns = next;
  }
  report(troubles);
  return written;
}

/**
 * Throws an error that names the first `MOST_NAMED` customers. Returns if there are no troubles. The error's
 * cause is that of the first customer, because the other causes are often the same.
 */
function report(troubles: readonly Trouble[]): void {
  if (troubles.length === 0) return;
  const named = troubles
    .slice(0, MOST_NAMED)
    .map(({ merchantId, customerId }) => `${merchantId}/${customerId}`);
  const rest = troubles.length > named.length ? " and others" : "";
  throw new Error(
    `Expired stamps of ${troubles.length} customers can't be taken: ${named.join(", ")}${rest}`,
    { cause: troubles[0]?.cause },
  );
}
