import { isDatabaseError, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { type Actor, actorDoc, auditArm, auditParameters } from "../audit/index.ts";
import type { CoreContext, CoreDeps } from "../context.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import type { VoucherTemplate } from "../redemptions/index.ts";
import { changedOrRefuse, type Keyed, keptArm, keyArm, keyed } from "../retries/index.ts";
import { insertedVouchers, type VoucherFor } from "./issuing.store.ts";

const p = sql.placeholder;

/** What a job creates: the template at the start of the job, and the period. */
export type CodeTask = {
  readonly template: VoucherTemplate;
  readonly startDate: string | null;
  readonly endDate: string | null;
};

export type JobState = "running" | "done" | "canceled" | "failed";

/** A job as staff see it. */
export type Job = {
  readonly id: number;
  readonly kind: "voucher_codes";
  readonly name: string;
  readonly state: JobState;
  readonly total: number;
  readonly done: number;
  readonly error: string | null;
  readonly createdBy: Actor;
  readonly createdAt: string;
  readonly endedAt: string | null;
};

const jobDoc = sql`json_build_object('id', j.id, 'kind', j.kind, 'name', j.task->'template'->>'name',
  'state', j.state, 'total', j.total, 'done', j.done, 'error', j.error,
  'createdBy', ${actorDoc(sql`j.created_by`)}, 'createdAt', j.created_at, 'endedAt', j.ended_at)`;

const insert = statement<Job>(
  "insert_job",
  {
    key: keyArm,
    j: sql`insert into jobs as j (merchant_id, id, kind, task, total, created_by, created_at)
      select ${p("merchantId")}::bigint, ${p("id")}::bigint, 'voucher_codes', ${p("task")}::text::json,
        ${p("total")}::int, ${p("auditActor")}::text, ${now}
      where ${keyed}
      returning j.*`,
    audit: auditArm(sql`j`),
    changed: sql`select ${jobDoc} as doc from j`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** Starts a job, with the audit entry of who started it. */
export async function insertJob(
  ctx: CoreContext,
  total: number,
  task: CodeTask,
  keyed: Keyed,
): Promise<Job> {
  const id = await ctx.ids.take(ctx.caller.merchant.id, "jobs");
  const details = { job: id, codes: total, startDate: task.startDate, endDate: task.endDate };
  const subject = `voucher template ${task.template.id}`;
  return run(ctx.db, insert, {
    ...(await auditParameters(ctx, { action: keyed.operation, subject, details })),
    ...keyed,
    id,
    total,
    task: JSON.stringify(task),
  });
}

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
    j: sql`update jobs set state = 'canceled', ended_at = ${now}, leased_until = null
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

const waiting = statement<readonly number[] | null>(
  "merchants_with_jobs",
  {},
  sql`(select json_agg(merchant_id order by merchant_id) from (
    select distinct merchant_id from jobs where state = 'running'
      and (leased_until is null or leased_until < ${now})) waiting)`,
);

/** The merchants with a running job that no process works on. The work itself goes merchant by merchant. */
export async function listMerchantsWithJobs(deps: CoreDeps): Promise<readonly number[]> {
  return (await run(deps.db, waiting, { offsetMs: deps.clockOffsetMs })) ?? [];
}

/** A job that only this process works on until its lease ends. */
export type ClaimedJob = {
  readonly id: number;
  readonly total: number;
  readonly done: number;
  readonly task: CodeTask;
};

const LEASE_SECONDS = 30;
const lease = sql`${now} + ${sql.raw(String(LEASE_SECONDS))} * interval '1 second'`;

const claim = statement<ClaimedJob | null>(
  "claim_job",
  {
    free: sql`select id from jobs where merchant_id = ${p("merchantId")}::bigint and state = 'running'
        and (leased_until is null or leased_until < ${now})
      order by id limit 1 for update skip locked`,
    claimed: sql`update jobs j set leased_until = ${lease} from free
      where j.merchant_id = ${p("merchantId")}::bigint and j.id = free.id
      returning j.id, j.total, j.done, j.task`,
  },
  sql`(select json_build_object('id', id, 'total', total, 'done', done, 'task', task) from claimed)`,
);

export function claimJob(deps: CoreDeps, merchantId: number): Promise<ClaimedJob | null> {
  return run(deps.db, claim, { merchantId, offsetMs: deps.clockOffsetMs });
}

const batch = statement<JobState | null>(
  "save_code_batch",
  {
    moved: sql`update jobs set done = done + ${p("count")}::int, leased_until = ${lease},
        state = case when done + ${p("count")}::int = total then 'done' else state end,
        ended_at = case when done + ${p("count")}::int = total then ${now} end
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("id")}::bigint
        and state = 'running' and done = ${p("done")}::int
      returning state`,
    ...insertedVouchers("moved"),
    marked: sql`insert into job_vouchers (merchant_id, job_id, first_voucher_id, count)
      select ${p("merchantId")}::bigint, ${p("id")}::bigint, ${p("firstVoucherId")}::bigint, ${p("count")}::int
      from moved`,
  },
  sql`(select to_json(state) from moved)`,
);

/** Writes vouchers with consecutive ids; null if the job moved on or ended in the meantime. */
export function saveBatch(
  deps: CoreDeps,
  merchantId: number,
  job: Pick<ClaimedJob, "id" | "done">,
  vouchers: readonly VoucherFor[],
): Promise<JobState | null> {
  return run(deps.db, batch, {
    merchantId,
    offsetMs: deps.clockOffsetMs,
    id: job.id,
    done: job.done,
    count: vouchers.length,
    firstVoucherId: vouchers[0]?.id ?? 0,
    vouchers: JSON.stringify(vouchers),
  });
}

/**
 * Why a batch can never be written; null if a retry may succeed. Errors of the classes 22 and 23 are
 * caused by the values, so a retry would fail the same way.
 */
export function whyNever(error: unknown): string | null {
  if (error instanceof TypeError || error instanceof RangeError) return error.message;
  return isDatabaseError(error) && /^2[23]/.test(error.code)
    ? `The database does not take these vouchers (${error.code}).`
    : null;
}

const fail = statement<null>(
  "fail_job",
  {
    failed: sql`update jobs set state = 'failed', ended_at = ${now}, leased_until = null,
        error = left(${p("error")}::text, 500)
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("id")}::bigint and state = 'running'`,
  },
  sql`null::json`,
);

export async function failJob(deps: CoreDeps, merchantId: number, id: number, error: string) {
  await run(deps.db, fail, { merchantId, id, error, offsetMs: deps.clockOffsetMs });
}
