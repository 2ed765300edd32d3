import type { CoreDeps } from "../context.ts";
import { listMerchantsDue } from "./due.sql.ts";
import { expireMerchant, type Sizes, type Trouble } from "./expire-merchant.ts";

const SIZES: Sizes = {
  // small, so that a till rarely meets a locked membership, and then waits only briefly
  customers: 200,
  // limited, because a batch is replayed in one go, and no request is answered meanwhile
  entries: 5_000,
  // large, because each list skips the old versions of rows that earlier batches have written, as long as a
  // backup or another long transaction may still see them.
  list: 10_000,
};

/**
 * After a batch the job rests this many times as long as the batch took. On a busy machine, redemptions then
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
 * Writes off the expired stamps of all customers of all merchants: one entry for each customer, and the day
 * on which to look again. Merchants take turns, a batch each, so that a large one does not keep the others
 * waiting. Each batch is one statement, so another process can continue after a crash. If two processes run,
 * each customer is written by one of them. Stops between batches when `stop` returns true. Returns how many
 * customers it wrote. Throws at the end if some could not be written because of their rows; the others are
 * written. Throws at once if the database does not answer or refuses all writes.
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
 * Throws an error that names the first `MOST_NAMED` customers; does nothing if there are none. The error's
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

/** The timer also lets requests run beside PGlite, which answers without returning to the event loop. */
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
