import { checkGuesses } from "../../entering/access/index.ts";
import { overBudget } from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { firstRefusal } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import { renewVerifier, type TryDecision, type TryOutcome, takeTry } from "../credentials/index.ts";
import { checkMember, checkNamed, type Identifier } from "../customers/index.ts";
import { attemptsLeft, checkPinUsable, pinStanding, wrongPin } from "./pin.rules.ts";
import { loadPin, type PinSeen, reservePinTry, settlePinTry } from "./pin-tries.sql.ts";

export type CheckPinInput = {
  /** The customer, by email, Member ID, mobile number or primary key. */
  readonly user: Identifier;
  readonly pin: Secret;
  /** True: also refuses a membership that may not redeem. */
  readonly asMember?: boolean;
};

/**
 * Checks a customer's PIN. A wrong PIN is counted, a right PIN sets the counts to 0. If the try is refused,
 * returns the refusal: `invalid_user`, `pin_not_set`, `pin_blocked` (without a check of the PIN), or
 * `invalid_pin` with the remaining attempts. With `asMember`, also `membership_blocked` or
 * `membership_partial`. Returns or throws `too_many_attempts`. See decisions, section 4.
 */
export async function checkPin(ctx: CoreContext, input: CheckPinInput): Promise<TryOutcome> {
  const { user, pin } = input;
  const outcome = await takeTry(ctx, {
    load: () => loadPin(ctx, user),
    judge: (seen) => judge(seen, input),
    reserve: (customerId, tryName) => reservePinTry(ctx, customerId, tryName),
    pretend: () => ctx.secrets.verifyNothing("placed"),
    verify: (verifier, customerId) =>
      ctx.secrets.verifyPin(verifier, ownerOf(ctx, customerId), pin.reveal(), "placed"),
    settle: (customerId, tryName, finding) => settlePinTry(ctx, customerId, tryName, finding),
    refusalOf: ({ limits }, settled) => wrongPin(attemptsLeft(settled, limits)),
  });
  return "refusal" in outcome ? outcome : renewVerifier(ctx, "pin", outcome, pin);
}

function judge(
  { customer, membership, needsName, tries, limits, guesses, spentBudget, spentChecks }: PinSeen,
  { asMember }: CheckPinInput,
): TryDecision {
  const customerId = customer?.id ?? null;
  if (!customer || asMember) {
    const refusal = checkMember(customer, membership) ?? checkNamed(needsName);
    if (refusal) return { refusal, customerId, ...(customer ? {} : { costs: "time" }) };
  }
  const standing = tries && pinStanding(tries, limits);
  const refusal = firstRefusal(
    checkPinUsable(standing),
    checkGuesses(guesses),
    spentBudget && overBudget(spentBudget),
    spentChecks && overBudget(spentChecks),
  );
  if (refusal) return { refusal, customerId, ...(standing ? {} : { costs: "time" }) };
  if (!customer || !standing) throw new TypeError("a checked PIN has a customer");
  return { customerId: customer.id, isOpen: standing.state === "open" };
}

function ownerOf(ctx: CoreContext, customerId: number) {
  return { merchantId: ctx.caller.merchant.id, customerId };
}
