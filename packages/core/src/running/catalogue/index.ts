export { wouldHoldNothing } from "./catalogue.rules.ts";
export { listClashingCodes } from "./clashing-codes.sql.ts";
export { getPromoCode, listPromoCodes, savePromoCode } from "./promo-codes.sql.ts";
export { getReward, listRewards, saveReward } from "./rewards.sql.ts";
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
export {
  getVoucherTemplate,
  listVoucherTemplates,
  saveVoucherTemplate,
} from "./voucher-templates.sql.ts";
