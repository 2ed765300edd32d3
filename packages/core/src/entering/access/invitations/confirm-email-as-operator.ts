import type { CoreDeps } from "../../../foundation/context.ts";
import { prepareEvent } from "../../../foundation/security-events/index.ts";
import { findFactorOwner } from "../second-factor/second-factor.sql.ts";
import { setEmailConfirmed } from "./confirm-email.sql.ts";

/**
 * Confirms a person's address on behalf of the operator, who knows that the person has it. Records an event
 * for each of their merchants. Null if the address is unknown.
 */
export async function confirmEmailAsOperator(
  deps: CoreDeps,
  typed: string,
): Promise<{ readonly name: string; readonly email: string } | null> {
  const person = await findFactorOwner(deps.db, { email: typed.trim().toLowerCase() });
  if (!person) return null;
  const { id: userId, name, email, merchants } = person;
  const events = await Promise.all(
    merchants.map((merchantId) =>
      prepareEvent(deps, {
        ...{ merchantId, what: "email-confirmed", result: "done" },
        ...{ actor: "operator", subject: `staff ${userId}` },
      }),
    ),
  );
  await setEmailConfirmed(deps.db, userId, events);
  return { name, email };
}
