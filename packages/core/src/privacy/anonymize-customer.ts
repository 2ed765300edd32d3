import type { CoreContext } from "../context.ts";
import { Failure, unknownCustomer } from "../failures.ts";
import { checkConfirmation } from "./confirmation.rules.ts";
import { findIdentifiers } from "./customer.sql.ts";
import { eraseCustomer } from "./erase-customer.ts";
import { ROWS_AT_ONCE } from "./searching.sql.ts";

export type Anonymization = {
  readonly customerId: number;
  /** Why, for the record; it must not name the person. */
  readonly reason: string;
  /** The customer's name or id, typed again. */
  readonly confirmation: string;
  /** The author, if it is not the caller. */
  readonly actor?: string;
};

/**
 * Erases a customer's personal data for good. Redemptions, vouchers and ledgers stay without a
 * person; every operation then answers as for an unknown user. Tables that no index searches are read
 * in pieces of `rowsAtOnce` rows before the customer's own row is emptied, so an interrupted call is
 * finished by calling again. Refuses invalid_user, and a confirmation that is not the customer's name
 * or id.
 */
export async function anonymizeCustomer(
  ctx: CoreContext,
  { customerId, reason, confirmation, actor }: Anonymization,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  const found = await findIdentifiers(ctx, customerId);
  if (!found) throw new Failure(unknownCustomer);
  const refusal = checkConfirmation(confirmation, { id: customerId, name: found.name });
  if (refusal) throw new Failure(refusal);
  const erasure = { customerId, identifiers: found, reason, actor };
  const isErased = await eraseCustomer(ctx, erasure, rowsAtOnce);
  if (!isErased) throw new Failure(unknownCustomer);
}
