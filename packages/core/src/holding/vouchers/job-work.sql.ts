import { clockArm, isDatabaseError, isHere, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";
import type { CodeTask } from "./jobs.sql.ts";
import type { JobState } from "./types.ts";
import type { NewVoucher } from "./voucher.rules.ts";

const p = sql.placeholder;

const waiting = statement<readonly number[]>(
  "merchants_with_jobs",
  {},
  sql`(select coalesce(json_agg(merchant_id order by merchant_id), '[]') from (
    select distinct merchant_id from jobs where state = 'running'
      and (leased_until is null or leased_until < ${now}) and ${isHere("merchant_id")}) waiting)`,
);

/** Returns the ids of merchants with a running job that is unclaimed, or whose lease has ended. */
export function listMerchantsWithJobs(deps: CoreDeps): Promise<readonly number[]> {
  return run(deps.db, waiting, { offsetMs: deps.clockOffsetMs });
}

/** A job that this process has claimed. No other process works on it until its lease ends. */
export type ClaimedJob = {
  readonly id: number;
  readonly total: number;
  readonly done: number;
  readonly task: CodeTask;
};

const LEASE_SECONDS = 30;

/** The CTE `clock`: the current time, and the end of a lease that begins now. */
const leaseArm = sql`select now, now + ${sql.raw(String(LEASE_SECONDS))} * interval '1 second' as lease_end
  from (${clockArm}) as read`;

const claim = statement<ClaimedJob | null>(
  "claim_job",
  {
    clock: leaseArm,
    free: sql`select id from jobs where merchant_id = ${p("merchantId")} and state = 'running'
        and (leased_until is null or leased_until < (select now from clock))
      order by id limit 1 for update skip locked`,
    claimed: sql`update jobs set leased_until = (select lease_end from clock)
      where merchant_id = ${p("merchantId")} and id = (select id from free)
      returning id, total, done, task`,
  },
  sql`(select json_build_object('id', id, 'total', total, 'done', done, 'task', task) from claimed)`,
);

/**
 * Claims the merchant's oldest running job that is unclaimed, or whose lease has ended. Returns null if there
 * is none.
 */
export function claimJob(deps: CoreDeps, merchantId: number): Promise<ClaimedJob | null> {
  return run(deps.db, claim, { merchantId, offsetMs: deps.clockOffsetMs });
}

/** Writes the `count` vouchers of a batch and the job's progress in one statement. */
const batch = statement<JobState | null>(
  "save_code_batch",
  {
    clock: leaseArm,
    moved: sql`update jobs set done = done + ${p("count")},
        leased_until = (select lease_end from clock),
        state = case when done + ${p("count")} = total then 'done' else state end,
        ended_at = case when done + ${p("count")} = total then (select now from clock) end
      where merchant_id = ${p("merchantId")} and id = ${p("id")}
        and state = 'running' and done = ${p("done")}
      returning state`,
    inserted: sql`insert into vouchers as v (merchant_id, id, voucher_template_id, code, code_key, value,
        remaining_value, start_date, end_date, created_at)
      select ${p("merchantId")}, i.id, i."templateId", i.code, upper(i.code), i.value,
        i."remainingValue", i."startDate", i."endDate", c.now
      from moved cross join clock c cross join json_to_recordset(${p("vouchers")}) as i (
        id bigint, code text, "templateId" bigint, value numeric, "remainingValue" numeric,
        "startDate" date, "endDate" date)
      returning v.id, v.remaining_value, v.created_at`,
    opened: sql`insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta,
        created_at)
      select ${p("merchantId")}, i.id, 'opening', 0, i.remaining_value, i.created_at
      from inserted i where i.remaining_value is not null
      returning e.voucher_id`,
    marked: sql`insert into job_vouchers as b (merchant_id, job_id, first_voucher_id, count)
      select ${p("merchantId")}, ${p("id")}, ${p("firstVoucherId")}, ${p("count")}
      from moved
      returning b.job_id`,
  },
  sql`(select to_json(state) from moved)`,
);

/**
 * Writes a batch of vouchers. Their ids must be consecutive. Returns the job's new state. Returns null, and
 * writes nothing, if the job has ended or another process has already written this batch.
 */
export function saveBatch(
  deps: CoreDeps,
  merchantId: number,
  job: Pick<ClaimedJob, "id" | "done">,
  vouchers: readonly NewVoucher[],
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
 * Returns why no retry can write a batch. Returns null if a retry may succeed. PostgreSQL errors of the
 * classes 22 and 23 are caused by the values, so a retry would fail again.
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
    clock: clockArm,
    failed: sql`update jobs set state = 'failed', ended_at = (select now from clock), leased_until = null,
        error = left(${p("error")}, 500)
      where merchant_id = ${p("merchantId")} and id = ${p("id")} and state = 'running'`,
  },
  sql`null`,
);

/** Marks a running job as failed. Stores the first 500 characters of `error`. */
export async function failJob(deps: CoreDeps, merchantId: number, id: number, error: string) {
  await run(deps.db, fail, { merchantId, id, error, offsetMs: deps.clockOffsetMs });
}
