import { onRecord } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, unknownCustomer } from "../failures.ts";
import { checkConfirmation } from "./confirmation.rules.ts";
import { erasePersonalData, eraseSearched, findIdentifiers, pastDeadline } from "./customer.sql.ts";
import { ROWS_AT_ONCE } from "./searching.sql.ts";

export type Anonymization = {
  readonly customerId: number;
  /** Why, for the record; it must not name the person. */
  readonly reason: string;
  /** The customer's name or id, typed again. */
  readonly confirmation: string;
  /** Who does it, if it is not the caller. */
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
  const isErased = await pastDeadline(async () => {
    const searched = await eraseSearched(ctx, customerId, found, rowsAtOnce);
    return onRecord(
      ctx,
      (inside) => erasePersonalData(inside, customerId, searched),
      (erased) =>
        erased
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
  if (!isErased) throw new Failure(unknownCustomer);
}
