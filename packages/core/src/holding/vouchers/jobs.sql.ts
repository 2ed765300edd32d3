import {
  clockArm,
  json,
  oneOf,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
} from "@stampbook/db";
import { desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Actor, actorDoc, auditArm, auditParameters } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { type Page, type PageInput, pageOf, placeParameters } from "../../foundation/paging.ts";
import { textOf } from "../../foundation/writing/index.ts";
import type { Job, JobState } from "./types.ts";
import type { VoucherTemplate } from "./voucher.rules.ts";

const p = sql.placeholder;

/**
 * The codes that a job creates. `template` is copied when the job starts. The codes never expire if `endDate`
 * is null.
 */
export type CodeTask = {
  readonly template: VoucherTemplate;
  readonly startDate: string | null;
  readonly endDate: string | null;
};

const j = alias(schema.jobs, "j");

const job = {
  id: j.id,
  kind: oneOf<"voucher_codes">(j.kind),
  name: sql<string>`${j.task}->'template'->>'name'`,
  state: oneOf<JobState>(j.state),
  total: j.total,
  done: j.done,
  error: j.error,
  createdBy: actorDoc(sql`${j.createdBy}`) as SQL<Actor>,
  createdAt: j.createdAt,
  endedAt: j.endedAt,
};

/** The row `j` as a JSON `Job`, for batched statements. */
export const jobJson = textOf(json(job));

const one = read("get_job", (p: Parameters<{ readonly id: number }>) =>
  rowsOf(j, { where: [eq(j.id, p("id"))] }).one(job),
);

/** Reads a job. Returns null if the merchant has no such job. */
function selectJob(ctx: CoreContext, id: number): Promise<Job | null> {
  return run(ctx.db, one, { merchantId: ctx.caller.merchant.id, id });
}

type ListInput = { readonly afterId: number; readonly limit: number };

const list = read("list_jobs", (p: Parameters<ListInput>) =>
  rowsOf(j, {
    where: [lt(j.id, p("afterId"))],
    orderBy: [desc(j.id)],
    limit: sql`${p("limit")} + 1`,
  }).list({ ...job, place: json({ key: sql<string>`''`, id: j.id }) }),
);

/** Returns a page of the merchant's jobs, newest first. */
export async function listJobs(ctx: CoreContext, { after, limit }: PageInput): Promise<Page<Job>> {
  const { afterId } = placeParameters(after);
  const rows = await run(ctx.db, list, { merchantId: ctx.caller.merchant.id, afterId, limit });
  return pageOf(rows, limit);
}

const cancel = statement<Job | null>(
  "cancel_job",
  {
    clock: clockArm,
    j: sql`update jobs set state = 'canceled', ended_at = (select now from clock), leased_until = null
      where merchant_id = ${p("merchantId")} and id = ${p("id")} and state = 'running'
      returning *`,
    audit: auditArm(sql`j`),
  },
  sql`(select ${json(job)} from j)`,
);

/** Cancels a running job and returns it. Returns null if the job does not exist or is not running. */
async function saveCancel(ctx: CoreContext, id: number): Promise<Job | null> {
  const change = { action: "catalogue.cancelJob", subject: `job ${id}` };
  return run(ctx.db, cancel, { ...(await auditParameters(ctx, change)), id });
}

/**
 * Cancels a running job. The codes that it has created stay. Returns the job, unchanged if it had already
 * ended. Refuses an unknown job with `invalid`.
 */
export async function cancelJob(ctx: CoreContext, id: number): Promise<Job> {
  const job = (await saveCancel(ctx, id)) ?? (await selectJob(ctx, id));
  if (!job) throw new Failure({ code: "invalid", field: "jobId", message: "This is not there." });
  return job;
}

/** Returns a job with its progress. Refuses an unknown job with `invalid`. */
export async function getJob(ctx: CoreContext, id: number): Promise<Job> {
  const job = await selectJob(ctx, id);
  if (!job) throw new Failure({ code: "invalid", field: "jobId", message: "This is not there." });
  return job;
}
