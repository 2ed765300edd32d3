import type { CoreDeps } from "../context.ts";
import { makeVoucher } from "../redemptions/index.ts";
import type { VoucherFor } from "./issuing.store.ts";
import {
  type ClaimedJob,
  claimJob,
  failJob,
  type JobState,
  listMerchantsWithJobs,
  saveBatch,
  whyNever,
} from "./jobs.store.ts";

/** Few enough that a till hardly waits behind a batch where the database has one session. */
const BATCH = 500;

/**
 * Works on the jobs that nobody works on, to their end; each batch moves its job in its own
 * statement, so what a lost process left is gone on with, and nothing is made twice. Stops between
 * batches once `stop` says so. Returns how many jobs came to their end.
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

/** Whether the job came to its end here. */
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
      await nextTurn();
    }
    return false;
  } catch (error) {
    // what passes is tried again by whoever claims the job once the lease is over
    const why = whyNever(error);
    if (why !== null) await failJob(deps, merchantId, job.id, why);
    throw error;
  }
}

/** The embedded database answers without the loop's help: requests would wait for the last batch. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

async function makeBatch(
  { ids, secrets }: CoreDeps,
  merchantId: number,
  { total, done, task }: ClaimedJob,
): Promise<readonly VoucherFor[]> {
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
    customerId: null,
  }));
}
