import type { CoreContext } from "../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import { loadChange, type OfCustomer, prepareChange } from "../credentials/index.ts";
import { checkNewPassword } from "./password.rules.ts";
import { savePassword } from "./password-changing.sql.ts";

type SetPasswordInput = OfCustomer & { readonly newPassword: Secret };

/** The customer whose password was set. */
export type PasswordSet = { readonly id: number; readonly name: string; readonly email: string };

/**
 * Sets or replaces a customer's password. Throws `weak_password` and `invalid_user`. Interface, endpoint 10.
 */
export async function setPassword(
  ctx: CoreContext,
  { user, newPassword }: SetPasswordInput,
): Promise<PasswordSet> {
  const weak = checkNewPassword(newPassword.reveal());
  if (weak) throw new Failure(weak);
  const seen = await loadChange(ctx, user, { newPassword });
  const newVerifier = await ctx.secrets.hashPassword(newPassword.reveal(), "refusable");
  const change = await prepareChange(ctx, seen, { action: "password.set", credential: "password" });
  // false: the customer was anonymized after the read
  if (!(await savePassword(ctx, { ...change, newVerifier }, "set", {})))
    throw new Failure(unknownCustomer);
  const { customer } = seen;
  return { id: customer.id, name: customer.name, email: customer.email ?? "" };
}
