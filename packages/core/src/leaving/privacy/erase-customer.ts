import type { Db } from "@stampbook/db";
import { onRecord } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  erasePersonalData,
  eraseSearched,
  type Identifiers,
  pastDeadline,
} from "./customer.sql.ts";
import { ROWS_AT_ONCE } from "./searching.sql.ts";

export type Erasure = {
  readonly customerId: number;
  /** The values by which the rows of the customer are found. */
  readonly identifiers: Identifiers;
  /** The reason for the audit log. It must not name the person. */
  readonly reason: string;
  /** The author in the audit log, if the author is not the caller. */
  readonly actor?: string | undefined;
  /**
   * Runs in the transaction that empties the customer's row. An error of this function rolls the transaction
   * back.
   */
  readonly alongside?: (inside: CoreContext) => Promise<void>;
};

/** The erasures that this process has under way, by merchant and customer. */
const underWay = new WeakMap<Db, Map<string, Promise<boolean>>>();

/**
 * Erases a customer's personal data and writes an audit entry. If the call is interrupted, calling again
 * continues it: the customer's own row is emptied last. Tables without an index for the customer are read in
 * pieces of `rowsAtOnce` rows. Returns false if the customer is unknown or anonymized. If this process is
 * already erasing the customer, because a client calls again too soon, this call waits for that erasure
 * instead of reading the tables too. Then it returns false, or erases the customer if that erasure failed.
 */
export async function eraseCustomer(
  ctx: CoreContext,
  erasure: Erasure,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<boolean> {
  const erasures = underWay.get(ctx.db) ?? new Map<string, Promise<boolean>>();
  underWay.set(ctx.db, erasures);
  const name = `${ctx.caller.merchant.id} ${erasure.customerId}`;
  for (let other = erasures.get(name); other; other = erasures.get(name)) {
    const hasEnded = await other.then(
      () => true,
      () => false,
    );
    if (hasEnded) return false;
  }
  const erased = erase(ctx, erasure, rowsAtOnce).finally(() => erasures.delete(name));
  erasures.set(name, erased);
  return erased;
}

function erase(
  ctx: CoreContext,
  { customerId, identifiers, reason, actor, alongside }: Erasure,
  rowsAtOnce: number,
): Promise<boolean> {
  return pastDeadline(async () => {
    const searched = await eraseSearched(ctx, customerId, identifiers, rowsAtOnce);
    return onRecord(
      ctx,
      async (inside) => {
        const isErased = await erasePersonalData(inside, customerId, searched);
        if (isErased) await alongside?.(inside);
        return isErased;
      },
      (isErased) =>
        isErased
          ? {
              action: "customers.anonymize",
              event: "customer-anonymized",
              subject: `customer ${customerId}`,
              reason,
              actor,
            }
          : null,
    );
  });
}
