import { schema } from "@stampbook/db";
import { checkTemplateFields } from "./catalogue.rules.ts";
import { itemsOf } from "./items.sql.ts";
import type { TemplateFields, TemplateListed } from "./types.ts";

const { voucherTemplates } = schema;

const items = itemsOf<TemplateFields, TemplateListed>({
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
  check: checkTemplateFields,
  missing: "invalid_voucher_template",
});

/** Returns a page of the voucher templates, newest first. */
export const listVoucherTemplates = items.list;

/** Returns the voucher template with this id. Throws `invalid_voucher_template` if it does not exist. */
export const getVoucherTemplate = items.get;

/**
 * Creates a voucher template, or replaces all fields that staff can edit. Throws `invalid_voucher_template`
 * for an unknown id, and what `checkTemplateFields` refuses.
 */
export const saveVoucherTemplate = items.save;
