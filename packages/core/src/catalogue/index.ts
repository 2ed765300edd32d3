export { listClashingCodes } from "./clashing-codes.sql.ts";
export { getPromoCode } from "./get-promo-code.ts";
export { getReward } from "./get-reward.ts";
export { getVoucherTemplate } from "./get-voucher-template.ts";
export { listPromoCodes } from "./list-promo-codes.ts";
export { listRewards } from "./list-rewards.ts";
export { listVoucherTemplates } from "./list-voucher-templates.ts";
export { savePromoCode } from "./save-promo-code.ts";
export { saveReward } from "./save-reward.ts";
export { saveVoucherTemplate } from "./save-voucher-template.ts";
export type {
  CatalogueFilter,
  Limits,
  Listed,
  Period,
  PromoCodeFields,
  PromoCodeListed,
  RewardFields,
  RewardListed,
  Save,
  TemplateFields,
  TemplateListed,
} from "./types.ts";
