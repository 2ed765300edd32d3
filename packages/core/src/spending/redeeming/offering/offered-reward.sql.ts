import { now, once, read, rowsOf, run, schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { codeKeyOf } from "../../../running/merchants/index.ts";
import type { RewardDetail } from "./offers.rules.ts";
import { isOffered, rewardShown, rewards } from "./reward-shown.sql.ts";

const { stores: s } = schema;

/** The names of the active stores in which the reward `r` can be redeemed. */
const availableAt = rowsOf(s, {
  where: [
    sql`${s.isActive}`,
    sql`(cardinality(${rewards.stores}) = 0 or ${s.id} = any (${rewards.stores}))`,
  ],
}).value<readonly string[]>(sql`coalesce(json_agg(${s.name} order by ${s.name}, ${s.id}), '[]')`);

type Input = { readonly codeKey: string; readonly timezone: string; readonly offsetMs: number };

const offeredReward = read<Input, RewardDetail | null>("read_offered_reward", (p) =>
  rowsOf(rewards, {
    where: [
      eq(rewards.codeKey, p("codeKey")),
      isOffered(once(sql`(${now} at time zone ${p("timezone")}::text)::date`)),
    ],
  }).one({ ...rewardShown, availableAt: sql<readonly string[]>`${availableAt}` }),
);

/** Reads a reward by its code. Null if no reward has the code, or if the reward is inactive or has ended. */
export function selectOfferedReward(ctx: CoreContext, code: string): Promise<RewardDetail | null> {
  const { id: merchantId, timezone } = ctx.caller.merchant;
  return run(ctx.db, offeredReward, {
    ...{ merchantId, timezone, offsetMs: ctx.clockOffsetMs },
    codeKey: codeKeyOf(code),
  });
}
