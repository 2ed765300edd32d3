import type { CoreDeps } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { prepareFactorResetMail } from "./prepare-factor-reset-mail.ts";
import { noFactor } from "./second-factor.rules.ts";
import { clearAsOperator, findFactorOwner } from "./second-factor.sql.ts";

/** The person whose second factor was reset, and whether a mail goes to them. */
type FactorReset = {
  readonly name: string;
  readonly email: string;
  readonly isMailed: boolean;
};

/**
 * Resets the second factor of any person, on behalf of the operator of the service. It serves persons whose
 * second factor no colleague can reset: a merchant's only owner, and a person who works for several
 * merchants. Null if the address is unknown. Refuses a person without a second factor.
 */
export async function resetSecondFactorAsOperator(
  deps: CoreDeps,
  { email, hasMail }: { readonly email: string; readonly hasMail: boolean },
): Promise<FactorReset | null> {
  const person = await findFactorOwner(deps.db, { email: email.trim().toLowerCase() });
  if (!person) return null;
  const [merchantId] = person.merchants;
  const mail = prepareFactorResetMail(deps, person, {
    merchantId,
    resetBy: "The operator of Stampbook",
    hasMail,
  });
  if (!(await clearAsOperator(deps, person, mail))) throw new Failure(noFactor);
  return { name: person.name, email: person.email, isMailed: mail.messageId !== null };
}
