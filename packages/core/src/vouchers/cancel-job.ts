import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { saveCancel, selectJob } from "./jobs.sql.ts";
import type { Job } from "./types.ts";

/** Cancels a running job; the codes that it made stay. A job that has already ended is returned unchanged. */
export async function cancelJob(ctx: CoreContext, id: number): Promise<Job> {
  const job = (await saveCancel(ctx, id)) ?? (await selectJob(ctx, id));
  if (!job) throw new Failure({ code: "invalid", field: "jobId", message: "This is not there." });
  return job;
}
