import type { CoreDeps } from "../context.ts";
import {
  type CustomerExpiry,
  type CustomerLedger,
  insertExpiries,
  listMerchantsDue,
  readDueLedgers,
} from "./due.sql.ts";
import { expiryOf } from "./expiry.rules.ts";

/** Small, so that a till waits for few locked memberships, and not for long. */
const BATCH = 200;

/** A merchant whose turn comes again, and the customers whose ledgers cannot be replayed. */
type Turn = { readonly merchantId: number; readonly unreadable: number[] };

/**
 * Writes what has expired for all customers of all merchants whose day has ended: one entry for each
 * customer, and the day on which to look again. Merchants take turns, a batch each, so that a large one
 * does not keep the others waiting. Each batch is one statement, so another process can continue after a
 * crash, and of two processes one writes each customer. Stops between batches when `stop` returns true.
 * Returns how many customers it wrote. Throws at the end if ledgers could not be replayed; the others are
 * written.
 */
export async function expireDueStamps(
  deps: CoreDeps,
  stop: () => boolean = () => false,
  batch = BATCH,
): Promise<number> {
  let written = 0;
  const broken: string[] = [];
  const due = await listMerchantsDue(deps);
  let turns: Turn[] = due.map((merchantId) => ({ merchantId, unreadable: [] }));
  while (turns.length > 0 && !stop()) {
    const next: Turn[] = [];
    for (const turn of turns) {
      if (stop()) break;
      const { done, isFinished } = await expireBatch(deps, turn, batch);
      written += done;
      if (!isFinished) next.push(turn);
      else broken.push(...turn.unreadable.map((id) => `${turn.merchantId}/${id}`));
      await nextTurn();
    }
    turns = next;
  }
  if (broken.length > 0)
    throw new RangeError(`Ledgers of customers can't be replayed: ${broken.join(", ")}`);
  return written;
}

/** Writes a batch of a merchant. It is finished if others hold or have written the whole batch: the next run looks again. */
async function expireBatch(deps: CoreDeps, { merchantId, unreadable }: Turn, batch: number) {
  const ledgers = await readDueLedgers(deps, merchantId, batch, unreadable);
  const known = unreadable.length;
  const expiries = ledgers.flatMap((ledger) => expiryOrNone(ledger, unreadable));
  const done = expiries.length > 0 ? await insertExpiries(deps, merchantId, expiries) : 0;
  return { done, isFinished: done === 0 && unreadable.length === known };
}

function expiryOrNone(ledger: CustomerLedger, unreadable: number[]): CustomerExpiry[] {
  const { customerId, entryNumber, today } = ledger;
  try {
    return [{ customerId, entryNumber, today, ...expiryOf(ledger) }];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    unreadable.push(customerId);
    return [];
  }
}

/** PGlite answers without returning to the event loop, so requests would wait until the last batch. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));
