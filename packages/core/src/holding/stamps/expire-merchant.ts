import type { CoreDeps } from "../../foundation/context.ts";
import {
  type CustomerExpiry,
  type CustomerLedger,
  insertExpiries,
  isAboutRows,
  listDueCustomers,
  readDueLedgers,
} from "./due.sql.ts";
import { cutBatches, expiryOf } from "./expiry.rules.ts";

/** The limits of a batch and of a list of customers. */
export type Sizes = {
  /** Customers in a batch. */
  readonly customers: number;
  /** Ledger entries of the customers in a batch. A customer with more entries gets a batch alone. */
  readonly entries: number;
  /** Customers that are listed at once. */
  readonly list: number;
};

/** A customer whose expired stamps cannot be written off, and the error. */
export type Trouble = {
  readonly merchantId: number;
  readonly customerId: number;
  readonly cause: unknown;
};

/**
 * Writes off the expired stamps of a merchant's customers. After each batch, yields the number of customers
 * written. Leaves out customers that other calls have locked or changed meanwhile. Adds to `troubles` each
 * customer whose ledger cannot be replayed or written. The next run tries these customers again. Throws if
 * the database does not answer or refuses all writes.
 */
export async function* expireMerchant(
  deps: CoreDeps,
  merchantId: number,
  { list, ...sizes }: Sizes,
  troubles: Trouble[],
): AsyncGenerator<number, void> {
  const except: number[] = [];
  const leave = (customerId: number, cause: unknown) => {
    except.push(customerId);
    troubles.push({ merchantId, customerId, cause });
  };
  for (;;) {
    const due = await listDueCustomers(deps, merchantId, list, except);
    const known = except.length;
    let written = 0;
    for (const batch of cutBatches(due, sizes)) {
      const done = await expireBatch(deps, merchantId, batch, leave);
      written += done;
      yield done;
    }
    // ends after a list that is not full, or if other calls have locked or changed all customers of a list
    if (due.length < list || (written === 0 && except.length === known)) return;
  }
}

type Leave = (customerId: number, cause: unknown) => void;

async function expireBatch(
  deps: CoreDeps,
  merchantId: number,
  customerIds: readonly number[],
  leave: Leave,
): Promise<number> {
  const ledgers = await readDueLedgers(deps, merchantId, customerIds);
  const expiries = ledgers.flatMap((ledger) => expiryOrNone(ledger, leave));
  return insertAll(deps, merchantId, expiries, leave);
}

function expiryOrNone(ledger: CustomerLedger, leave: Leave): CustomerExpiry[] {
  const { customerId, entryNumber, today } = ledger;
  try {
    const { left, ...expiry } = expiryOf(ledger);
    if (expiry.stamps + left !== ledger.stamps)
      throw new RangeError(`The balance is ${ledger.stamps}, the lots are ${expiry.stamps + left}`);
    return [{ customerId, entryNumber, today, ...expiry }];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    leave(customerId, error);
    return [];
  }
}

/**
 * Writes a batch. If the database refuses a row, writes each half of the batch separately, so that one
 * customer does not stop the others. Returns the number of customers written.
 */
async function insertAll(
  deps: CoreDeps,
  merchantId: number,
  expiries: readonly CustomerExpiry[],
  leave: Leave,
): Promise<number> {
  const [first] = expiries;
  if (!first) return 0;
  try {
    return await insertExpiries(deps, merchantId, expiries);
  } catch (error) {
    if (!isAboutRows(error)) throw error;
    if (expiries.length === 1) {
      leave(first.customerId, error);
      return 0;
    }
  }
  const half = expiries.length >> 1;
  const one = await insertAll(deps, merchantId, expiries.slice(0, half), leave);
  return one + (await insertAll(deps, merchantId, expiries.slice(half), leave));
}
