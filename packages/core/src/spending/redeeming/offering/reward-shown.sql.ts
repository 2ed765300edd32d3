import { oneOf, rowsOf, schema } from "@stampbook/db";
import { asc, type SQL, sql } from "drizzle-orm";
import type { ExtraData } from "../types.ts";

export const rewards = schema.rewards;
const l = schema.levels;

/** Whether a reward is offered: it is active and has not ended before `today`. */
export const isOffered = (today: SQL): SQL =>
  sql`(${rewards.isActive} and (${rewards.endDate} is null or ${rewards.endDate} >= ${today}))`;

/** Rewards are not limited by level, so each can be redeemed from the lowest one on. */
const lowestLevel = rowsOf(l, { where: [], orderBy: [asc(l.level)], limit: sql`1` }).value<string>(
  sql`max(${l.name})`,
);

/** The fields of a `RewardShown`. */
export const rewardShown = {
  id: rewards.id,
  code: rewards.code,
  name: rewards.name,
  kind: oneOf<"fixed" | "flexible">(rewards.kind),
  stampsToRedeem: sql<number>`case when ${rewards.kind} = 'flexible' then 0 else ${rewards.stampsToRedeem} end`,
  hasVoucher: sql<boolean>`${rewards.voucherTemplateId} is not null`,
  extraData: sql<ExtraData>`${rewards.extraData}`,
  description: rewards.description,
  terms: rewards.terms,
  imageUrl: rewards.imageUrl,
  landscapeUrl: rewards.landscapeUrl,
  price: rewards.price,
  isVisible: rewards.isVisible,
  isActive: rewards.isActive,
  lowestLevel: sql<string | null>`${lowestLevel}`,
  startDate: rewards.startDate,
  endDate: rewards.endDate,
  stores: rewards.stores,
  channels: rewards.channels,
};
