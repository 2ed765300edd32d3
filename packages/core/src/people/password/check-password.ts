import { checkGuesses } from "../../entering/access/index.ts";
import { overBudget } from "../../foundation/budgets/index.ts";
import { passwordForms } from "../../foundation/comparing.rules.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { firstRefusal, unknownCustomer } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import { renewVerifier, type TryDecision, type TryOutcome, takeTry } from "../credentials/index.ts";
import type { Identifier } from "../customers/index.ts";
import { checkPasswordWait, passwordStanding, wrongPassword } from "./password.rules.ts";
import {
  loadPassword,
  type PasswordSeen,
  reservePasswordTry,
  settlePasswordTry,
} from "./password-tries.sql.ts";

type CheckPasswordInput = {
  readonly user: Identifier;
  readonly password: Secret;
};

/**
 * Checks a customer's password. After ten wrong passwords in a row, each further try must wait. If the try is
 * refused, returns the refusal: `invalid_user`, `invalid_password` (also if no password is set) or
 * `too_many_attempts`. Can also throw `too_many_attempts`. Decisions, section 4.
 */
export async function checkPassword(
  ctx: CoreContext,
  { user, password }: CheckPasswordInput,
): Promise<TryOutcome> {
  const forms = passwordForms(password.reveal());
  let isOldForm = false;
  const outcome = await takeTry(ctx, {
    load: () => loadPassword(ctx, user),
    judge,
    reserve: (customerId, tryName) => reservePasswordTry(ctx, customerId, tryName),
    pretend: async () => {
      for (const _ of forms) await ctx.secrets.verifyNothing("placed");
    },
    verify: async (verifier) => {
      for (const [index, form] of forms.entries())
        if (await ctx.secrets.verifyPassword(verifier, form, "placed")) {
          isOldForm = index > 0;
          return true;
        }
      return false;
    },
    settle: (customerId, tryName, finding) => settlePasswordTry(ctx, customerId, tryName, finding),
    refusalOf: () => wrongPassword,
  });
  return "refusal" in outcome
    ? outcome
    : renewVerifier(ctx, "password", { ...outcome, isOldForm }, password);
}

function judge({ customer, tries, guesses, spentChecks }: PasswordSeen): TryDecision {
  if (!customer) return { refusal: unknownCustomer, customerId: null, costs: "time" };
  const standing = tries && passwordStanding(tries);
  const refusal = firstRefusal(
    standing && checkPasswordWait(standing),
    checkGuesses(guesses),
    spentChecks && overBudget(spentChecks),
  );
  if (refusal) return { refusal, customerId: customer.id };
  if (!standing) return { refusal: wrongPassword, customerId: customer.id, costs: "guess" };
  return { customerId: customer.id, isOpen: standing.state === "open" };
}
