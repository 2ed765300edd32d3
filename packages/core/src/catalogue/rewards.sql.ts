import { rowsOf, schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { checkRewardFields } from "./catalogue.rules.ts";
import { itemsOf } from "./items.sql.ts";
import type { RewardFields, RewardListed } from "./types.ts";

const { rewards, voucherTemplates } = schema;

const template = sql`voucher_templates t where t.merchant_id = ${sql.placeholder("merchantId")}::bigint
  and t.id = g."voucherTemplateId"`;

const items = itemsOf<RewardFields, RewardListed>({
  table: rewards,
  name: "rewards",
  noun: "reward",
  columns: {
    code: rewards.code,
    name: rewards.name,
    kind: rewards.kind,
    stampsToRedeem: rewards.stampsToRedeem,
    voucherTemplateId: rewards.voucherTemplateId,
    isActive: rewards.isActive,
    isVisible: rewards.isVisible,
    description: rewards.description,
    terms: rewards.terms,
    imageUrl: rewards.imageUrl,
    landscapeUrl: rewards.landscapeUrl,
    price: rewards.price,
    startDate: rewards.startDate,
    endDate: rewards.endDate,
    stores: rewards.stores,
    channels: rewards.channels,
  },
  more: {
    voucherTemplateName: rowsOf(voucherTemplates, {
      where: [eq(voucherTemplates.id, rewards.voucherTemplateId)],
    }).value(sql`${voucherTemplates.name}`),
  },
  looks: {
    templateExists: sql`g."voucherTemplateId" is null or exists (select 1 from ${template})`,
    templateHoldsNothing: sql`exists (select 1 from ${template}
      and t.is_dynamic and coalesce(t.value, 0) = 0)`,
  },
  check: checkRewardFields,
  // a reward that has a code keeps one. The rules check this too, but the reward may get its first code
  // between that check and this update.
  guard: sql`(given.code <> '' or x.code = '')`,
  missing: "invalid_reward",
});

/** Returns a page of the rewards, newest first. */
export const listRewards = items.list;

/** Returns the reward with this id. Throws `invalid_reward` if it does not exist. */
export const getReward = items.get;

/**
 * Creates a reward, or replaces all fields that staff can edit. Throws `invalid_reward` for an unknown id,
 * and what `checkRewardFields` refuses.
 */
export const saveReward = items.save;
