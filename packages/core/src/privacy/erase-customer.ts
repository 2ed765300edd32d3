import { onRecord } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
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

/**
 * Erases a customer's personal data and writes an audit entry. If the call is interrupted, calling again
 * continues it: the customer's own row is emptied last. Tables without an index for the customer are read in
 * pieces of `rowsAtOnce` rows. Returns false if the customer is unknown or anonymized.
 */
export function eraseCustomer(
  ctx: CoreContext,
  { customerId, identifiers, reason, actor, alongside }: Erasure,
  rowsAtOnce = ROWS_AT_ONCE,
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
