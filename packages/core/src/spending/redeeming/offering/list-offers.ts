import { countShownCustomers } from "../../../foundation/budgets/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { spendableStamps } from "../../../holding/stamps/index.ts";
import { showCodes } from "../../../holding/vouchers/index.ts";
import {
  type Offers,
  type OffersInput,
  reasonAgainstReward,
  refuseOffers,
} from "./offers.rules.ts";
import { loadOffers } from "./offers.sql.ts";

/**
 * Returns a page of the active rewards that have not ended, by id, and a page of the user's vouchers. With a
 * user and a store, `reason` of a reward says why the customer cannot redeem it there. A customer in the
 * outcome counts as one shown customer in the token's budgets. Throws `required` if `isOnlyOfStore` is true
 * and no store is named, `invalid_store`, `permission_denied`, `invalid_user` and `too_many_attempts`.
 * Interface 2, section 6.
 */
export async function listOffers(ctx: CoreContext, input: OffersInput): Promise<Offers> {
  const { caller } = ctx;
  const { due, rewards, vouchers, ...found } = await countShownCustomers(ctx, 1, (budgets) =>
    loadOffers(ctx, input, budgets),
  );
  const { store, customer, needsName } = found;
  const membership = found.membership && {
    ...found.membership,
    stamps: spendableStamps(found.membership.stamps, due),
  };
  const situation = { store, customer, membership, needsName };
  const refusal = refuseOffers(situation, caller, input);
  if (refusal) throw new Failure(refusal);
  const isJudged = store !== null && customer !== null;
  return {
    rewards: rewards.map((reward) => ({
      ...reward,
      reason: isJudged ? reasonAgainstReward(reward, situation, caller, input.channel) : undefined,
    })),
    vouchers: showCodes(vouchers, caller),
    ...{ customer, membership },
  };
}
