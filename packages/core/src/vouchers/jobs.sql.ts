import { clockArm, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { actorDoc, auditArm, auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import { textOf } from "../writing/index.ts";
import type { Job } from "./types.ts";
import type { VoucherTemplate } from "./voucher.rules.ts";

const p = sql.placeholder;

/** What a job creates: the template at the start of the job, and the period. */
export type CodeTask = {
  readonly template: VoucherTemplate;
  readonly startDate: string | null;
  readonly endDate: string | null;
};

const jobDoc = sql`json_build_object('id', j.id, 'kind', j.kind, 'name', j.task->'template'->>'name',
  'state', j.state, 'total', j.total, 'done', j.done, 'error', j.error,
  'createdBy', ${actorDoc(sql`j.created_by`)}, 'createdAt', j.created_at, 'endedAt', j.ended_at)`;

/** A row `j` as a `Job`, for batched statements. */
export const jobJson = textOf(jobDoc);

const one = statement<Job | null>(
  "get_job",
  {},
  sql`(select ${jobDoc} from jobs j
    where j.merchant_id = ${p("merchantId")}::bigint and j.id = ${p("id")}::bigint)`,
);

export function selectJob(ctx: CoreContext, id: number): Promise<Job | null> {
  return run(ctx.db, one, { merchantId: ctx.caller.merchant.id, id });
}

const list = statement<readonly Placed<Job>[] | null>(
  "list_jobs",
  {
    page: sql`select j.* from jobs j
      where j.merchant_id = ${p("merchantId")}::bigint and j.id < ${p("afterId")}::bigint
      order by j.id desc limit ${p("limit")}::int + 1`,
  },
  sql`(select json_agg((${jobDoc})::jsonb || jsonb_build_object('place', jsonb_build_object('key', '', 'id', j.id))
    order by j.id desc) from page j)`,
);

/** A page of the jobs, newest first. */
export async function selectJobs(
  ctx: CoreContext,
  { after, limit }: PageInput,
): Promise<Page<Job>> {
  const { afterId } = placeParameters(after);
  const rows = await run(ctx.db, list, { merchantId: ctx.caller.merchant.id, afterId, limit });
  return pageOf(rows ?? [], limit);
}

const cancel = statement<Job | null>(
  "cancel_job",
  {
    clock: clockArm,
    j: sql`update jobs set state = 'canceled', ended_at = (select now from clock), leased_until = null
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("id")}::bigint and state = 'running'
      returning *`,
    audit: auditArm(sql`j`),
  },
  sql`(select ${jobDoc} from j)`,
);

/** Cancels a running job; null if it is not running. */
export async function saveCancel(ctx: CoreContext, id: number): Promise<Job | null> {
  const change = { action: "catalogue.cancelJob", subject: `job ${id}` };
  return run(ctx.db, cancel, { ...(await auditParameters(ctx, change)), id });
}
