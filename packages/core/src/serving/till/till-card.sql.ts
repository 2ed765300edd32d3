import { clockArm, isAnyOf, optional, rowsOf, run, schema, statement } from "@stampbook/db";
import { desc, eq, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { type DueLedger, dueLedger } from "../../holding/stamps/index.ts";
import type { HeldVoucher } from "../../holding/vouchers/index.ts";
import { reward } from "../../machinery/facts/index.ts";
import {
  type Customer,
  customerArm,
  customerDoc,
  type Membership,
  membershipArm,
  membershipDoc,
  needsNameDoc,
} from "../../people/customers/index.ts";
import {
  readStoreRef,
  type StoreNow,
  type StoreRef,
  storeArm,
  storeDoc,
} from "../../running/merchants/index.ts";
import {
  customers,
  type RedemptionListed,
  redemptionListed,
  redemptions,
  stores,
} from "../../spending/history/index.ts";
import { type Reward, voucherDoc } from "../../spending/redeeming/index.ts";
import type { RewardShown } from "./till-card.rules.ts";

const { merchants } = schema;
const p = sql.placeholder;

/** `rw` as a `Reward`. */
const rewardDoc = sql.raw(`json_build_object(
      'id', rw.id, 'code', rw.code, 'name', rw.name, 'kind', rw.kind,
      'stampsToRedeem', rw.stamps_to_redeem, 'extraData', rw.extra_data)`);

/** A card has at most 100 vouchers, and at most 100 rewards. Staff at a till do not choose among more. */
const MOST = 100;

/** The data that the rules of a card check. */
type TillSeen = {
  readonly store: StoreNow | null;
  readonly customer: Customer | null;
  /** The customer's membership. Its `stamps` may include expired stamps. */
  readonly membership: Membership | null;
  /** The ledger for `spendableStamps`. Null if no stamps can have expired. */
  readonly due: DueLedger | null;
  readonly needsName: boolean;
  readonly needsAuthorization: boolean;
  /** Vouchers that are neither spent, withdrawn nor expired. The soonest to expire come first. */
  readonly vouchers: readonly HeldVoucher[];
  /** Rewards that are offered in the store now. */
  readonly rewards: readonly (Reward & RewardShown)[];
  readonly lastRedemptions: readonly RedemptionListed[];
};

const needsAuthorization = rowsOf(merchants, { where: [] }).value(
  sql<boolean>`${merchants.redemptionPinAuthorization}`,
);

/** The customer's three latest redemptions in the caller's stores. */
const lastRedemptions = rowsOf(redemptions, {
  where: [
    eq(redemptions.customerId, sql`(select id from customer)`),
    optional(p("stores"), isAnyOf(redemptions.storeId, p("stores"))),
  ],
  orderBy: [desc(redemptions.createdAt), desc(redemptions.id)],
  limit: sql`3`,
})
  .join(customers, eq(customers.id, redemptions.customerId))
  .leftJoin(stores, eq(stores.id, redemptions.storeId))
  .list(redemptionListed);

const load = statement<TillSeen>(
  "load_till",
  {
    clock: clockArm,
    store: storeArm,
    customer: customerArm,
    membership: membershipArm,
    held: sql`select ${voucherDoc} as doc, v.end_date, v.id from customer c
      cross join clock join store s on true
      join vouchers v on v.merchant_id = ${p("merchantId")} and v.customer_id = c.id
      join voucher_templates t on t.merchant_id = ${p("merchantId")} and t.id = v.voucher_template_id
      where v.redeemed_at is null and v.is_active
        and (v.end_date is null or v.end_date >= (clock.now at time zone s.timezone)::date)
      order by v.end_date nulls last, v.id limit ${sql.raw(String(MOST))}`,
    offered: sql`select ${rewardDoc} as doc, rw.voucher_template_id is not null as issues, rw.terms, rw.stamps_to_redeem, rw.id
      from (select store.id, (clock.now at time zone store.timezone)::date as today from store, clock) s
      cross join (select ${p("channel")}::int as channel) c
      join rewards rw on rw.merchant_id = ${p("merchantId")}
      where ${reward.isAvailableHere}
      order by rw.stamps_to_redeem, rw.id limit ${sql.raw(String(MOST))}`,
  },
  sql`json_build_object('store', ${storeDoc}, 'customer', ${customerDoc}, 'membership', ${membershipDoc},
    'due', (select ${dueLedger("ms")} from membership ms), 'needsName', ${needsNameDoc},
    'needsAuthorization', ${needsAuthorization},
    'vouchers', coalesce((select json_agg(doc order by end_date nulls last, id) from held), '[]'),
    'rewards', coalesce((select json_agg((doc::jsonb || jsonb_build_object('issuesVoucher', issues, 'terms', terms))
      order by stamps_to_redeem, id) from offered), '[]'),
    'lastRedemptions', ${lastRedemptions})`,
);

/** Reads the data of a card, for a customer's id. The rewards are those offered through `channel`. */
export function loadTill(
  ctx: CoreContext,
  input: { readonly customerId: number; readonly store: StoreRef; readonly channel: number },
): Promise<TillSeen> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...readStoreRef(input.store),
    userEmail: null,
    userMemberId: null,
    userMobileNumber: null,
    userFirstId: null,
    userId: input.customerId,
    channel: input.channel,
    stores: stores && `{${stores.join(",")}}`,
  });
}
