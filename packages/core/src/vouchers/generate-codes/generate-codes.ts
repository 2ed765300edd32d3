import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { again, keyOf } from "../../writing/index.ts";
import type { Job } from "../types.ts";
import { type GenerateInput, refuseGenerate } from "./generate-codes.rules.ts";
import { codeJobs, type GenerateCall, operation } from "./generate-codes.sql.ts";

/**
 * Starts a job that creates vouchers that nobody holds. The customer who redeems such a voucher becomes its
 * holder. Throws `invalid_voucher_template`, and `invalid` for a dynamic template without a value or an
 * `endDate` before the start.
 */
export async function generateCodes(ctx: CoreContext, input: GenerateInput): Promise<Job> {
  const { templateId, quantity, startDate, endDate } = input;
  const call: GenerateCall = {
    ...(await auditOf(ctx, { subject: `voucher template ${templateId}` })),
    job: await ctx.ids.take(ctx.caller.merchant.id, "jobs"),
    template: templateId,
    ...{ quantity, startDate, endDate },
    ...keyOf(ctx),
  };
  const { changed } = await again(ctx, {
    operation: { name: operation, statement: codeJobs, subjects: () => [] },
    call,
    refuse: (seen) => refuseGenerate(seen, input),
  });
  return changed;
}
