import type { CoreContext } from "../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../foundation/failures.ts";
import { checkConfirmation } from "./confirmation.rules.ts";
import { findIdentifiers } from "./customer.sql.ts";
import { eraseCustomer } from "./erase-customer.ts";
import { ROWS_AT_ONCE } from "./searching.sql.ts";

type Anonymization = {
  readonly customerId: number;
  /** The reason for the audit log. It must not name the person. */
  readonly reason: string;
  /** The customer's name or id, typed again by the caller; without a name, the phone, email or Member ID. */
  readonly confirmation: string;
  /** The author in the audit log, if the author is not the caller. */
  readonly actor?: string;
};

/**
 * Erases a customer's personal data forever. Redemptions, vouchers and ledgers stay, without the person.
 * Afterwards every operation treats the customer as unknown. If the call is interrupted, calling again
 * continues it: the customer's own row is emptied last. Tables without an index for the customer are read in
 * pieces of `rowsAtOnce` rows. Refuses an unknown customer as `invalid_user`, and as `invalid` a confirmation
 * that `checkConfirmation` refuses.
 */
export async function anonymizeCustomer(
  ctx: CoreContext,
  { customerId, reason, confirmation, actor }: Anonymization,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  const found = await findIdentifiers(ctx, customerId);
  if (!found) throw new Failure(unknownCustomer);
  const refusal = checkConfirmation(confirmation, { ...found, id: customerId });
  if (refusal) throw new Failure(refusal);
  const erasure = { customerId, identifiers: found, reason, actor };
  const isErased = await eraseCustomer(ctx, erasure, rowsAtOnce);
  if (!isErased) throw new Failure(unknownCustomer);
}
