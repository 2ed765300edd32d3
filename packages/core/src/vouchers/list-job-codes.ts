import type { CoreContext } from "../context.ts";
import type { Page, PageInput } from "../paging.ts";
import { type JobCode, selectJobCodes } from "./job-codes.sql.ts";

/** Returns a page of the codes that a job has created so far. */
export function listJobCodes(
  ctx: CoreContext,
  input: { readonly jobId: number } & PageInput,
): Promise<Page<JobCode>> {
  return selectJobCodes(ctx.db, ctx.caller.merchant.id, input);
}
