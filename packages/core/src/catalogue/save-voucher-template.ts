import type { CoreContext } from "../context.ts";
import { checkTemplateFields } from "./catalogue.rules.ts";
import { saveThing } from "./save-thing.ts";
import { templateStore } from "./things.sql.ts";
import type { Save, TemplateFields } from "./types.ts";

/**
 * Creates a voucher template, or replaces all fields that staff can edit. Throws `invalid_voucher_template`
 * for an unknown id, and what `checkTemplateFields` refuses.
 */
export function saveVoucherTemplate(
  ctx: CoreContext,
  save: Save<TemplateFields>,
): Promise<{ readonly id: number }> {
  return saveThing(ctx, templateStore, save, {
    check: checkTemplateFields,
    missing: "invalid_voucher_template",
  });
}
