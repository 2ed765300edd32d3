import type { CoreDeps } from "../../foundation/context.ts";
import {
  type ClaimedJob,
  claimJob,
  failJob,
  listMerchantsWithJobs,
  saveBatch,
  whyNever,
} from "./job-work.sql.ts";
import type { JobState } from "./types.ts";
import { makeVoucher, type NewVoucher } from "./voucher.rules.ts";

/** Vouchers in a batch. On a database with one session, a larger batch would delay the tills. */
const BATCH = 500;

/**
 * Claims all jobs that no process works on, and creates their codes. One statement writes a batch and the
 * job's progress. After a crash, another process therefore continues, and creates no code twice. Stops
 * between batches when `stop` returns true. Returns the number of completed jobs. Throws the error of a batch
 * that cannot be written.
 */
export async function workOnJobs(
  deps: CoreDeps,
  stop: () => boolean = () => false,
): Promise<number> {
  let ended = 0;
  for (const merchantId of await listMerchantsWithJobs(deps)) {
    for (let job = await claimJob(deps, merchantId); job; job = await claimJob(deps, merchantId)) {
      if (await workOn(deps, merchantId, job, stop)) ended++;
      if (stop()) return ended;
    }
  }
  return ended;
}

/** Returns whether this call completed the job. */
async function workOn(
  deps: CoreDeps,
  merchantId: number,
  job: ClaimedJob,
  stop: () => boolean,
): Promise<boolean> {
  let { done } = job;
  try {
    while (!stop()) {
      const vouchers = await makeBatch(deps, merchantId, { ...job, done });
      const state: JobState | null = await saveBatch(
        deps,
        merchantId,
        { id: job.id, done },
        vouchers,
      );
      if (state !== "running") return state === "done";
      done += vouchers.length;
    }
    return false;
  } catch (error) {
    // after a temporary error the job stays running, and is claimed again when its lease has ended
    const why = whyNever(error);
    if (why !== null) await failJob(deps, merchantId, job.id, why);
    throw error;
  }
}

async function makeBatch(
  { ids, secrets }: CoreDeps,
  merchantId: number,
  { total, done, task }: ClaimedJob,
): Promise<readonly NewVoucher[]> {
  const voucherIds = await ids.takeMany(merchantId, "vouchers", Math.min(BATCH, total - done));
  const { template, startDate, endDate } = task;
  return voucherIds.map((id) => ({
    ...makeVoucher(template, {
      id,
      code: secrets.newVoucherCode(),
      today: startDate ?? "",
      value: template.value,
      endDate,
    }),
    startDate,
  }));
}
