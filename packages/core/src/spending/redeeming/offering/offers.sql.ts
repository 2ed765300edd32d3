import { clockArm, optional, rowsOf, run, statement } from "@stampbook/db";
import { asc, gt, sql } from "drizzle-orm";
import {
  type SpendingState,
  spendingArms,
  spentDoc,
  spentOrRefuse,
} from "../../../foundation/budgets/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { type DueLedger, dueLedger } from "../../../holding/stamps/index.ts";
import { type HeldVoucherRow, heldVouchers } from "../../../holding/vouchers/index.ts";
import {
  customerArm,
  customerDoc,
  customerParameters,
  membershipArm,
  membershipDoc,
  needsNameDoc,
} from "../../../people/customers/index.ts";
import { readStoreRef, storeArm, storeDoc } from "../../../running/merchants/index.ts";
import { customerRefOf } from "../validating/customer-ref.rules.ts";
import type { OffersInput, RewardShown, Situation } from "./offers.rules.ts";
import { isOffered, rewardShown, rewards } from "./reward-shown.sql.ts";

const p = sql.placeholder;

/**
 * The rows from which the list is made. The membership's stamps may still include expired stamps. `due` is
 * the ledger for `spendableStamps`, which subtracts them. `due` is null if no stamps can have expired.
 */
type OffersSeen = Situation & {
  readonly budgets: readonly SpendingState[];
  readonly due: DueLedger | null;
  readonly rewards: readonly RewardShown[];
  readonly vouchers: readonly HeldVoucherRow[];
};

const today = sql`(select today from day)`;
const storeId = sql`(case when ${p("isOnlyOfStore")}::text::boolean then (select id from store) end)`;

const offered = rowsOf(rewards, {
  where: [
    isOffered(today),
    gt(rewards.id, sql`${p("afterReward")}`),
    optional(
      p("channel"),
      sql`(cardinality(${rewards.channels}) = 0 or ${p("channel")}::int = any (${rewards.channels}))`,
    ),
    sql`(${storeId} is null or cardinality(${rewards.stores}) = 0 or ${storeId} = any (${rewards.stores}))`,
  ],
  orderBy: [asc(rewards.id)],
  limit: sql`${p("limit")}`,
}).list(rewardShown);

const vouchers = heldVouchers({
  ...{ today, storeId },
  hasInactive: sql`${p("hasInactiveVouchers")}::text::boolean`,
});

const load = statement<OffersSeen>(
  "list_offers",
  {
    ...{ clock: clockArm, store: storeArm, customer: customerArm, membership: membershipArm },
    // the day in the store's time zone; without a store, in the merchant's time zone
    day: sql`select (now at time zone coalesce((select timezone from store), ${p("timezone")}))::date
      as today from clock`,
    // a call whose store is refused or missing shows no customer, so it spends nothing from the budget
    shown: sql`select 1 from membership
      where not ${p("hasStore")}::text::boolean and not ${p("isOnlyOfStore")}::text::boolean
      or exists (select 1 from store s where s.is_active
        and (${p("stores")}::text is null or s.id = any (${p("stores")}::text::bigint[])))`,
    ...spendingArms(sql`shown`),
  },
  sql`case when ${spentOrRefuse} then json_build_object('budgets', ${spentDoc},
    'store', ${storeDoc}, 'customer', ${customerDoc}, 'membership', ${membershipDoc},
    'needsName', ${needsNameDoc},
    'due', (select ${dueLedger("ms")} from membership ms),
    'rewards', ${offered}, 'vouchers', ${vouchers}) end`,
);

/**
 * Reads a page of the rewards, and of the user's vouchers. `budgets` are the parameters that
 * `countShownCustomers` passes.
 */
export function loadOffers(
  ctx: CoreContext,
  input: OffersInput,
  budgets: { readonly budgets: string },
): Promise<OffersSeen> {
  const { merchant, stores } = ctx.caller;
  const { user, store, channel, limit } = input;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    ...(store === null ? { storeId: null, storeCode: null } : readStoreRef(store)),
    hasStore: String(store !== null),
    isOnlyOfStore: String(input.isOnlyOfStore),
    hasInactiveVouchers: String(input.hasInactiveVouchers),
    stores: stores && `{${stores.join(",")}}`,
    ...customerParameters(customerRefOf(user, merchant)),
    ...budgets,
    ...{ channel, limit, afterReward: input.afterReward ?? 0, after: input.afterVoucher ?? 0 },
  });
}
