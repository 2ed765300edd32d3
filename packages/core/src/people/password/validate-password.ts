import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import type { Identifier } from "../customers/index.ts";
import { checkPassword } from "./check-password.ts";

type ValidatePasswordInput = {
  readonly user: Identifier;
  readonly password: Secret;
};

/**
 * Checks a customer's password. Throws `invalid_user`, `invalid_password` and `too_many_attempts`. Interface,
 * endpoint 1.
 */
export async function validatePassword(
  ctx: CoreContext,
  { user, password }: ValidatePasswordInput,
): Promise<void> {
  const outcome = await checkPassword(ctx, { user, password });
  if ("refusal" in outcome) throw new Failure(outcome.refusal);
}
