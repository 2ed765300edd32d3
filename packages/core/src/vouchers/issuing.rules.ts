import { checkIssuing } from "../catalogue/catalogue.rules.ts";
import type { Refusal } from "../failures.ts";
import type { VoucherTemplate } from "./voucher.rules.ts";

/** Refuses an unknown template, and a dynamic template without a value above 0. */
export function checkTemplate(template: VoucherTemplate | null): Refusal | null {
  return template
    ? checkIssuing(template)
    : {
        code: "invalid_voucher_template",
        field: "templateId",
        message: "There is no such voucher template.",
      };
}
