import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { selectJob } from "./jobs.sql.ts";
import type { Job } from "./types.ts";

/** Returns a job with its progress. Refuses an unknown job with `invalid`. */
export async function getJob(ctx: CoreContext, id: number): Promise<Job> {
  const job = await selectJob(ctx, id);
  if (!job) throw new Failure({ code: "invalid", field: "jobId", message: "This is not there." });
  return job;
}
