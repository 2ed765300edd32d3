import { oneOf, rowsOf, schema } from "@stampbook/db";
import { asc, type SQL, sql } from "drizzle-orm";
import type { ExtraData } from "../types.ts";

export const r = schema.rewards;
const l = schema.levels;

/** Whether a reward is offered: it is active and has not ended before `today`. */
export const isOffered = (today: SQL): SQL =>
  sql`(${r.isActive} and (${r.endDate} is null or ${r.endDate} >= ${today}))`;

/** Rewards are not limited by level, so each can be redeemed from the lowest one on. */
const lowestLevel = rowsOf(l, { where: [], orderBy: [asc(l.level)], limit: sql`1` }).value<string>(
  sql`max(${l.name})`,
);

/** The fields of a `RewardShown`. */
export const rewardShown = {
  id: r.id,
  code: r.code,
  name: r.name,
  kind: oneOf<"fixed" | "flexible">(r.kind),
  stampsToRedeem: sql<number>`case when ${r.kind} = 'flexible' then 0 else ${r.stampsToRedeem} end`,
  hasVoucher: sql<boolean>`${r.voucherTemplateId} is not null`,
  extraData: sql<ExtraData>`${r.extraData}`,
  description: r.description,
  terms: r.terms,
  imageUrl: r.imageUrl,
  landscapeUrl: r.landscapeUrl,
  price: r.price,
  isVisible: r.isVisible,
  isActive: r.isActive,
  lowestLevel: sql<string | null>`${lowestLevel}`,
  startDate: r.startDate,
  endDate: r.endDate,
  stores: r.stores,
  channels: r.channels,
};
