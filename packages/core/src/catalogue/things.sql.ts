import { rowsOf, schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { storeOf } from "./saving.sql.ts";
import type {
  PromoCodeFields,
  PromoCodeListed,
  RewardFields,
  RewardListed,
  TemplateFields,
  TemplateListed,
} from "./types.ts";

const { promoCodes, rewards, voucherTemplates } = schema;

export const rewardStore = storeOf<RewardFields, RewardListed>({
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
  // a reward that has a code keeps one. The rules check this too, but the reward may get its first code
  // between that check and this update.
  guard: sql`(given.code <> '' or x.code = '')`,
});

export const templateStore = storeOf<TemplateFields, TemplateListed>({
  table: voucherTemplates,
  name: "voucher_templates",
  noun: "voucher template",
  columns: {
    name: voucherTemplates.name,
    value: voucherTemplates.value,
    isDynamic: voucherTemplates.isDynamic,
    validityDays: voucherTemplates.validityDays,
    pictureUrl: voucherTemplates.pictureUrl,
    shortDescription: voucherTemplates.shortDescription,
    description: voucherTemplates.description,
    instructions: voucherTemplates.instructions,
    termsAndConditions: voucherTemplates.termsAndConditions,
    stores: voucherTemplates.stores,
    channels: voucherTemplates.channels,
  },
});

export const promoCodeStore = storeOf<PromoCodeFields, PromoCodeListed>({
  table: promoCodes,
  name: "promo_codes",
  noun: "promo code",
  columns: {
    code: promoCodes.code,
    name: promoCodes.name,
    description: promoCodes.description,
    isActive: promoCodes.isActive,
    startDate: promoCodes.startDate,
    endDate: promoCodes.endDate,
    startTime: promoCodes.startTime,
    endTime: promoCodes.endTime,
    maxUses: promoCodes.maxUses,
    maxUsesPerCustomer: promoCodes.maxUsesPerCustomer,
    stores: promoCodes.stores,
    channels: promoCodes.channels,
  },
  more: { uses: promoCodes.uses },
  // a new limit may not be below the uses so far. The rules check this too, but the promo code may be
  // redeemed between that check and this update.
  guard: sql`(given."maxUses" is null or x.uses <= given."maxUses")`,
});
