import { oneOf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { ExtraData } from "../types.ts";

export const r = schema.rewards;

/** Whether a reward is offered: it is active and has not ended before `today`. */
export const isOffered = (today: SQL): SQL =>
  sql`(${r.isActive} and (${r.endDate} is null or ${r.endDate} >= ${today}))`;

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
  startDate: r.startDate,
  endDate: r.endDate,
  stores: r.stores,
  channels: r.channels,
};
