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
  /** The values by which the customer's rows are found. */
  readonly identifiers: Identifiers;
  /** Why, for the record; it must not name the person. */
  readonly reason: string;
  /** The author, if it is not the caller. */
  readonly actor?: string | undefined;
  /**
   * Runs in the transaction that empties the customer's row. If it throws, the transaction is rolled back.
   */
  readonly alongside?: (inside: CoreContext) => Promise<void>;
};

/**
 * Erases a customer's personal data and records it. Tables that no index searches are read in pieces of
 * `rowsAtOnce` rows before the customer's own row is emptied, so an interrupted call is finished by calling
 * again. Returns false if there is no such customer.
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
