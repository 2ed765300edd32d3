import { checkIssuing, wouldHoldNothing } from "../catalogue/catalogue.rules.ts";
import type { Refusal } from "../failures.ts";
import type { VoucherTemplate } from "./voucher.rules.ts";

/** The refusal if the merchant has no such template. */
export const noTemplate: Refusal = {
  code: "invalid_voucher_template",
  field: "templateId",
  message: "There is no such voucher template.",
};

/** The refusal of a dynamic template without a value above 0. */
export const worthless = wouldHoldNothing("templateId");

/** Refuses an unknown template, and a dynamic template without a value above 0. */
export function checkTemplate(template: VoucherTemplate | null): Refusal | null {
  return template ? checkIssuing(template) : noTemplate;
}
