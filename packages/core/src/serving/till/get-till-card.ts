import type { CoreContext } from "../../foundation/context.ts";
import { Failure, reasonOf, unknownCustomer } from "../../foundation/failures.ts";
import { spendableStamps } from "../../holding/stamps/index.ts";
import {
  type Customer,
  checkMember,
  checkNamed,
  type Membership,
} from "../../people/customers/index.ts";
import { checkStore, type StoreRef } from "../../running/merchants/index.ts";
import type { RedemptionListed } from "../../spending/history/index.ts";
import {
  type TillReward,
  type TillVoucher,
  tillRewards,
  tillVouchers,
  type WhyNot,
} from "./till-card.rules.ts";
import { loadTill } from "./till-card.sql.ts";

export type { TillReward, TillVoucher };

/** The channel of tills: POS. */
const CHANNEL = 2;

/** A customer as the till shows them. */
type TillCard = {
  readonly customer: Customer;
  /** The membership. Its `stamps` are only those that can be spent, without expired stamps. */
  readonly membership: Membership;
  /** Why the customer may redeem nothing, such as a blocked membership. Null if the customer may redeem. */
  readonly whyNot: WhyNot;
  readonly needsPin: boolean;
  readonly vouchers: readonly TillVoucher[];
  readonly rewards: readonly TillReward[];
  readonly lastRedemptions: readonly RedemptionListed[];
};

/**
 * Returns a customer with the vouchers they hold and the rewards offered in a store now, judged by the rules
 * of redeeming. Throws `invalid_store`, `invalid_user`, and `permission_denied` for a store that is not the
 * caller's.
 */
export async function getTillCard(
  ctx: CoreContext,
  input: { readonly customerId: number; readonly store: StoreRef },
): Promise<TillCard> {
  const seen = await loadTill(ctx, { ...input, channel: CHANNEL });
  const { store, customer, due } = seen;
  const membership = seen.membership && {
    ...seen.membership,
    stamps: spendableStamps(seen.membership.stamps, due),
  };
  const noStore = checkStore(store, ctx.caller);
  if (noStore) throw new Failure(noStore);
  const blocked = checkMember(customer, membership);
  if (!customer || !membership) throw new Failure(blocked ?? unknownCustomer);
  const whyNot = blocked ?? checkNamed(seen.needsName);
  if (!store) throw new TypeError("a checked store is there");
  const at = { store, channel: CHANNEL };
  return {
    customer,
    membership,
    whyNot: reasonOf(whyNot),
    needsPin: seen.needsAuthorization,
    vouchers: tillVouchers(seen.vouchers, at),
    rewards: tillRewards(seen.rewards, membership),
    lastRedemptions: seen.lastRedemptions,
  };
}
