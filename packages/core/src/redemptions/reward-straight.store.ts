import { run } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { actorOf, type CoreContext } from "../context.ts";
import type { Keyed } from "../retries/index.ts";
import type { RewardChanged, RewardTold } from "./reward.rules.ts";
import { redemptionArm } from "./saving.store.ts";
import {
  available,
  chosen,
  found,
  straight,
  straightParameters,
  toldDoc,
} from "./straight.store.ts";
import type { RedeemInput } from "./types.ts";

const p = sql.placeholder;

/** What a statement that looks and writes in one tells. */
type ToldReward = { readonly frame: RewardTold; readonly changed: RewardChanged };

const redeem = straight<ToldReward>("redeem_reward_straight", (isOurs) => ({
  // one that carries a voucher is left to those who can make its code
  held: sql`select e.customer_id, e.store_id, rw.id, rw.name,
        case when rw.kind = 'flexible' then ${p("stamps")}::bigint
          else rw.stamps_to_redeem * ${p("qty")}::bigint end as cost,
        json_build_object('id', rw.id, 'code', rw.code, 'name', rw.name, 'kind', rw.kind,
          'stampsToRedeem', case when rw.kind = 'flexible' then 0 else rw.stamps_to_redeem end,
          'extraData', rw.extra_data) as doc
      from entered e
      join rewards rw on rw.merchant_id = ${p("merchantId")}::bigint and rw.id = ${p("rewardId")}::bigint
      where rw.voucher_template_id is null and ${available(sql`rw`, sql`rw`)}`,
  charged: sql`update memberships ms set stamps = ms.stamps - held.cost from held
      where ms.merchant_id = ${p("merchantId")}::bigint and ms.customer_id = held.customer_id
        and ms.stamps >= held.cost and ms.status = 100 and not ms.is_blocked and ${isOurs}
      returning held.*, ms.stamps`,
  redeemed: redemptionArm(sql`charged`, found),
  line: sql`insert into redemption_lines (merchant_id, redemption_id, line, reward_id, name, qty, stamps_used)
      select ${p("merchantId")}::bigint, r.id, 1, c.id, c.name, ${p("qty")}::int, c.cost
      from redeemed r, charged c`,
  entry: sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, created_at)
      select ${p("merchantId")}::bigint, c.customer_id, 'redemption', r.id, -c.cost, r.created_at
      from redeemed r, charged c where c.cost > 0`,
  changed: sql`select ${toldDoc(
    sql`'name', c.name, 'cost', c.cost, 'vouchers', '[]'::json`,
    sql`'reward', c.doc`,
    sql`'stamps', c.stamps`,
  )} as doc from redeemed, charged c`,
}));

/**
 * Redeems a reward that carries no voucher where no rule stands against it; else writes nothing and
 * tells null.
 */
export function redeemRewardStraight(
  ctx: CoreContext,
  input: RedeemInput & {
    readonly reward: number;
    readonly qty: number;
    readonly stamps: number | null;
  },
  redemptionId: number,
  keyedBy: Keyed,
): Promise<ToldReward | null> {
  return run(ctx.db, chosen(redeem, keyedBy), {
    ...straightParameters(ctx, input, keyedBy),
    kind: "reward",
    redemptionId,
    rewardId: input.reward,
    qty: input.qty,
    stamps: input.stamps,
    actor: actorOf(ctx.caller),
  });
}
