import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import type { Merchant } from "../../context.ts";
import type { ExtraData, Reward } from "../../redeeming/index.ts";
import type { RewardSeen } from "../../redeeming/redeem-reward/redeem-reward.rules.ts";
import type { OpenHarness } from "../open-harness.ts";

// Reads rewards by the query builder, without the SQL of any statement under test.

type RewardRead = Pick<RewardSeen, "reward" | "availability" | "template">;

type RewardRow = typeof schema.rewards.$inferSelect;

/** Reads a merchant's rewards. The returned function selects the data of a call's reward. */
export async function readRewards({ db }: OpenHarness, { id }: Merchant) {
  const { rewards, voucherTemplates: templates } = schema;
  const rows = await db
    .select({ reward: rewards, template: templates })
    .from(rewards)
    .leftJoin(
      templates,
      and(eq(templates.merchantId, id), eq(templates.id, rewards.voucherTemplateId)),
    )
    .where(eq(rewards.merchantId, id));
  return (isMeant: (row: RewardRow) => boolean): RewardRead => {
    const found = rows.find(({ reward }) => isMeant(reward));
    if (!found) return { reward: null, availability: null, template: null };
    const { id, code, name, isActive, startDate, endDate, stores, channels } = found.reward;
    const kind = found.reward.kind as Reward["kind"];
    const stampsToRedeem = kind === "flexible" ? 0 : found.reward.stampsToRedeem;
    const extraData = found.reward.extraData as ExtraData;
    return {
      reward: { id, code, name, kind, stampsToRedeem, extraData },
      availability: { isActive, startDate, endDate, stores, channels },
      template: found.template && shownTemplate(found.template),
    };
  };
}

function shownTemplate({
  merchantId,
  stores,
  channels,
  createdAt,
  ...template
}: typeof schema.voucherTemplates.$inferSelect) {
  return { ...template, extraData: template.extraData as ExtraData };
}
