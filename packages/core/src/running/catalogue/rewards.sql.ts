import { rowsOf, schema } from "@stampbook/db";
import { and, eq, sql } from "drizzle-orm";
import { checkRewardFields, holdsNothing } from "./catalogue.rules.ts";
import { itemsOf } from "./items.sql.ts";
import type { RewardFields, RewardListed } from "./types.ts";

const { rewards, voucherTemplates } = schema;

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
  look: async (tx, { merchantId, fields: { voucherTemplateId } }) => {
    if (voucherTemplateId === null) return {};
    const { isDynamic, value, id } = voucherTemplates;
    const named = and(eq(voucherTemplates.merchantId, merchantId), eq(id, voucherTemplateId));
    const [template] = await tx.select({ isDynamic, value }).from(voucherTemplates).where(named);
    const templateExists = template !== undefined;
    return { templateExists, templateHoldsNothing: templateExists && holdsNothing(template) };
  },
  check: checkRewardFields,
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
