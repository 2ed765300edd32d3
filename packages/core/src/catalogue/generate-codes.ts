import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { type Keyed, once } from "../retries/index.ts";
import { checkIssuing } from "./catalogue.rules.ts";
import { loadIssueScene } from "./issuing.store.ts";
import { insertJob, type Job } from "./jobs.store.ts";

export type GenerateInput = {
  readonly templateId: number;
  /** 1 to 100,000. */
  readonly quantity: number;
  /** Null means today in the merchant's calendar. */
  readonly startDate: string | null;
  readonly endDate: string | null;
};

/**
 * Starts a job that creates vouchers without an owner. The customer who redeems a code becomes its
 * owner. Refuses invalid_voucher_template, and a template whose vouchers would have no value.
 */
export function generateCodes(ctx: CoreContext, input: GenerateInput): Promise<Job> {
  const operation = "catalogue.generateCodes";
  return once(ctx, { operation, give: (keyed) => begin(ctx, input, keyed) });
}

async function begin(ctx: CoreContext, input: GenerateInput, keyed: Keyed): Promise<Job> {
  const { template, today } = await loadIssueScene(ctx, input.templateId, []);
  if (!template)
    throw new Failure({
      code: "invalid_voucher_template",
      field: "templateId",
      message: "There is no such voucher template.",
    });
  const refusal = checkIssuing(template);
  if (refusal) throw new Failure(refusal);
  const startDate = input.startDate ?? today;
  if (input.endDate !== null && input.endDate < startDate)
    throw new Failure({
      code: "invalid",
      field: "endDate",
      message: "The last day comes before the first.",
    });
  return insertJob(ctx, input.quantity, { template, startDate, endDate: input.endDate }, keyed);
}
