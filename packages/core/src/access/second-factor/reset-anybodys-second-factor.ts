import type { CoreDeps } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { noFactor } from "./second-factor.rules.ts";
import { clearAnybody, findGuarded } from "./second-factor.sql.ts";
import { tellOfReset } from "./tell-of-reset.ts";

/** The person whose second factor was reset, and whether a mail tells them. */
export type FactorReset = {
  readonly name: string;
  readonly email: string;
  readonly isTold: boolean;
};

/**
 * Like `resetSecondFactor`, but by the operator of the service: for a single owner, and for a person
 * who works for several merchants. Null if the address is unknown.
 */
export async function resetAnybodysSecondFactor(
  deps: CoreDeps,
  { email, hasMail }: { readonly email: string; readonly hasMail: boolean },
): Promise<FactorReset | null> {
  const person = await findGuarded(deps.db, { email: email.trim().toLowerCase() });
  if (!person) return null;
  const [merchantId] = person.merchants;
  const mail = tellOfReset(deps, person, {
    merchantId,
    by: "Whoever runs Stampbook for you",
    hasMail,
  });
  if (!(await clearAnybody(deps, person, mail))) throw new Failure(noFactor);
  return { name: person.name, email: person.email, isTold: mail.messageId !== null };
}
