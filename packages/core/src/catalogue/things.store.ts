import { sql } from "drizzle-orm";
import { storeOf } from "./saving.store.ts";
import type {
  PromoCodeFields,
  PromoCodeListed,
  RewardFields,
  RewardListed,
  TemplateFields,
  TemplateListed,
} from "./types.ts";

const p = sql.placeholder;

const text = (column: string) => ({ column, type: "text" });
const limits = {
  stores: { column: "stores", type: "bigint[]" },
  channels: { column: "channels", type: "int[]" },
};
const period = {
  startDate: { column: "start_date", type: "date" },
  endDate: { column: "end_date", type: "date" },
};
const isActive = { column: "is_active", type: "boolean" };

export const rewardStore = storeOf<RewardFields, RewardListed>({
  table: "rewards",
  noun: "reward",
  columns: {
    code: text("code"),
    name: text("name"),
    kind: text("kind"),
    stampsToRedeem: { column: "stamps_to_redeem", type: "bigint" },
    voucherTemplateId: { column: "voucher_template_id", type: "bigint" },
    isActive,
    ...period,
    ...limits,
  },
  more: sql`'voucherTemplateName', (select t.name from voucher_templates t
    where t.merchant_id = ${p("merchantId")}::bigint and t.id = x.voucher_template_id)`,
});

export const templateStore = storeOf<TemplateFields, TemplateListed>({
  table: "voucher_templates",
  noun: "voucher template",
  columns: {
    name: text("name"),
    value: { column: "value", type: "numeric(14, 2)" },
    isDynamic: { column: "is_dynamic", type: "boolean" },
    validityDays: { column: "validity_days", type: "int" },
    pictureUrl: text("picture_url"),
    shortDescription: text("short_description"),
    description: text("description"),
    instructions: text("instructions"),
    termsAndConditions: text("terms_and_conditions"),
    ...limits,
  },
});

export const promoCodeStore = storeOf<PromoCodeFields, PromoCodeListed>({
  table: "promo_codes",
  noun: "promo code",
  columns: {
    code: text("code"),
    name: text("name"),
    isActive,
    ...period,
    startTime: { column: "start_time", type: "time" },
    endTime: { column: "end_time", type: "time" },
    maxUses: { column: "max_uses", type: "int" },
    maxUsesPerCustomer: { column: "max_uses_per_customer", type: "int" },
    ...limits,
  },
  more: sql`'uses', x.uses`,
  // tills may use the code while staff lower its limit
  guard: sql`(given."maxUses" is null or x.uses <= given."maxUses")`,
});
