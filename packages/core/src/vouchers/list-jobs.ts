import type { CoreContext } from "../context.ts";
import type { Page, PageInput } from "../paging.ts";
import { selectJobs } from "./jobs.sql.ts";
import type { Job } from "./types.ts";

/** Returns a page of the merchant's jobs, newest first. */
export function listJobs(ctx: CoreContext, input: PageInput): Promise<Page<Job>> {
  return selectJobs(ctx, input);
}
