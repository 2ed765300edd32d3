import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { saveCancel, selectJob } from "./jobs.sql.ts";
import type { Job } from "./types.ts";

/**
 * Cancels a running job. The codes that it has created stay. Returns the job, unchanged if it had already
 * ended. Refuses an unknown job with `invalid`.
 */
export async function cancelJob(ctx: CoreContext, id: number): Promise<Job> {
  const job = (await saveCancel(ctx, id)) ?? (await selectJob(ctx, id));
  if (!job) throw new Failure({ code: "invalid", field: "jobId", message: "This is not there." });
  return job;
}
