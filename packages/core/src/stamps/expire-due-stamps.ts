import type { CoreDeps } from "../context.ts";
import { listMerchantsDue } from "./due.sql.ts";
import { expireMerchant, type Sizes, type Trouble } from "./expire-merchant.ts";

const SIZES: Sizes = {
  // small, so that a till waits for few locked memberships, and not for long
  customers: 200,
  // read and replayed at once, while no request is answered
  entries: 5_000,
  // Each list passes the rows that earlier batches have written, as long as a backup or another long
  // transaction may still see them.
  list: 10_000,
};

/**
 * After a batch the job rests this many times as long as the batch took: on a machine that is busy, as long
 * as redemptions need to keep most of their throughput.
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
 * Writes what has expired for all customers of all merchants whose day has ended: one entry for each
 * customer, and the day on which to look again. Merchants take turns, a batch each, so that a large one
 * does not keep the others waiting. Each batch is one statement, so another process can continue after a
 * crash, and of two processes one writes each customer. Stops between batches when `stop` returns true.
 * Returns how many customers it wrote. Throws at the end if some could not be written because of their
 * rows; the others are written. Throws at once if the database does not answer or refuses all writes.
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

/** The log shows the first cause; the others are often the same. */
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

/** Also lets requests go on beside PGlite, which answers without returning to the event loop. */
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
