import { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { runAudit } from "../../foundation/audit/index.ts";
import type { Place } from "../../foundation/paging.ts";
import { generateCodes, issueVouchersTo } from "../../spending/issuing/index.ts";
import { redeemVoucherCode } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../testing/index.ts";
import { listJobCodes } from "./job-codes.sql.ts";
import { claimJob } from "./job-work.sql.ts";
import { cancelJob, getJob, listJobs } from "./jobs.sql.ts";
import { workOnJobs } from "./work-on-jobs.ts";

const t = harnessOfFile({ isOwn: true });

const plainTemplate = {
  validityDays: null,
  pictureUrl: "",
  shortDescription: "",
  description: "",
  instructions: "",
  termsAndConditions: "",
};

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const template = await t.given.template(merchant, { value: "50.00", isDynamic: true });
  const ctx = t.as(merchant);
  const begin = (quantity: number) =>
    generateCodes(ctx, {
      templateId: template.id,
      quantity,
      startDate: null,
      endDate: "2099-12-31",
    });
  const codesOf = async (jobId: number) => {
    const codes: string[] = [];
    let after: Place | null = null;
    do {
      const page: Awaited<ReturnType<typeof listJobCodes>> = await listJobCodes(ctx, {
        jobId,
        after,
        limit: 300,
      });
      codes.push(...page.items.map(({ code }) => code));
      after = page.next;
    } while (after);
    return codes;
  };
  return { merchant, store, template, ctx, begin, codesOf };
}

describe("codes in the background", () => {
  test("are made to the last one, each once, and work", async () => {
    const { merchant, store, ctx, begin, codesOf } = await setting();
    const job = await begin(1_234);
    expect(job).toMatchObject({ state: "running", total: 1_234, done: 0 });
    await workOnJobs(t.deps);
    expect(await getJob(ctx, job.id)).toMatchObject({
      state: "done",
      done: 1_234,
      endedAt: expect.any(String),
    });
    const codes = await codesOf(job.id);
    expect(new Set(codes).size).toBe(1_234);
    const customer = await t.given.customer(merchant);
    const template = await t.db.query.vouchers.findFirst({
      where: (v, { eq }) => eq(v.code, codes[700] ?? ""),
    });
    const done = await redeemVoucherCode(ctx, {
      ...plain,
      user: customer.email,
      store: store.id,
      voucherCode: codes[700] ?? "",
      voucherTemplate: template?.voucherTemplateId ?? 0,
    });
    expect(done.voucher.code).toBe(codes[700]);
    expect(await runAudit(t.db, merchant.id)).toEqual([]);
    expect((await listJobs(ctx, { after: null, limit: 9 })).items.map(({ id }) => id)).toEqual([
      job.id,
    ]);
  });

  test("are made once by many workers, and where a worker was lost another goes on", async () => {
    const { merchant, ctx, begin, codesOf } = await setting();
    const job = await begin(1_600);
    let batches = 0;
    await workOnJobs(t.deps, () => batches++ > 1);
    const half = await getJob(ctx, job.id);
    expect([half.state, half.done]).toEqual(["running", 1_000]);
    await workOnJobs(t.deps);
    expect((await getJob(ctx, job.id)).done).toBe(1_000);
    const later = { ...t.deps, clockOffsetMs: 31_000 };
    await Promise.all([workOnJobs(later), workOnJobs(later), workOnJobs(later)]);
    expect(await getJob(ctx, job.id)).toMatchObject({ state: "done", done: 1_600 });
    expect(new Set(await codesOf(job.id)).size).toBe(1_600);
    expect(await runAudit(t.db, merchant.id)).toEqual([]);
  });

  test("stop where the job is canceled; what was made stays", async () => {
    const { ctx, begin, codesOf } = await setting();
    const job = await begin(2_000);
    let batches = 0;
    await workOnJobs(t.deps, () => batches++ > 0);
    expect(await cancelJob(ctx, job.id)).toMatchObject({ state: "canceled", done: 500 });
    await workOnJobs({ ...t.deps, clockOffsetMs: 31_000 });
    expect(await getJob(ctx, job.id)).toMatchObject({ state: "canceled", done: 500 });
    expect(await codesOf(job.id)).toHaveLength(500);
    expect(await cancelJob(ctx, job.id)).toMatchObject({ state: "canceled" });
  });

  test("are another merchant's neither to see nor to stop", async () => {
    const { merchant, begin, codesOf } = await setting();
    const job = await begin(10);
    const strange = await setting();
    for (let at = 0; at < 3; at++) await strange.begin(1);
    const id = job.id + 100;
    expect((await refusalOf(getJob(strange.ctx, id))).field).toBe("jobId");
    expect((await refusalOf(cancelJob(strange.ctx, id))).field).toBe("jobId");
    await workOnJobs(t.deps);
    expect(await codesOf(job.id)).toHaveLength(10);
    expect(await strange.codesOf(job.id)).toHaveLength(1);
    expect(await claimJob(t.deps, merchant.id)).toBeNull();
  });

  test.each([
    { validityDays: 31, startDate: "2026-12-01", endDate: null, last: "2027-01-01" },
    { validityDays: 31, startDate: "2026-12-01", endDate: "2026-12-05", last: "2026-12-05" },
    { validityDays: null, startDate: "2026-12-01", endDate: null, last: null },
  ])("bug 18: end by the template's days: %j", async ({ validityDays, last, ...days }) => {
    const { merchant, ctx } = await setting();
    const { id: templateId } = await t.given.template(merchant, { validityDays });
    await generateCodes(ctx, { templateId, quantity: 2, ...days });
    await workOnJobs(t.deps);
    const made = await t.db.query.vouchers.findMany({
      where: (v, { and, eq }) =>
        and(eq(v.merchantId, merchant.id), eq(v.voucherTemplateId, templateId)),
    });
    expect(made.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
      [days.startDate, last],
      [days.startDate, last],
    ]);
  });

  test("of another merchant's template are refused", async () => {
    const { ctx } = await setting();
    const strange = await setting();
    const input = { templateId: strange.template.id, quantity: 1, startDate: null, endDate: null };
    expect((await refusalOf(generateCodes(ctx, input))).code).toBe("invalid_voucher_template");
  });
});

describe("of a dynamic template without a value above zero, as a file may bring one,", () => {
  test.each([null, "0.00"])("nothing is made: %s", async (value) => {
    const { merchant, ctx } = await setting();
    const { id: templateId } = await t.given.template(merchant, { isDynamic: true, value });
    const { id: customerId } = await t.given.customer(merchant);
    const before = await t.rows(merchant);
    const codes = { templateId, quantity: 3, startDate: null, endDate: null };
    for (const make of [
      () => generateCodes(ctx, codes),
      () => issueVouchersTo(ctx, { templateId, customerIds: [customerId], reason: null }),
    ])
      expect(await refusalOf(make())).toMatchObject({ code: "invalid", field: "templateId" });
    expect(await t.written(merchant, before)).toEqual({});
  });
});

test("a job whose codes the database does not take fails for good, and the others go on", async () => {
  const { merchant, ctx, template, begin } = await setting();
  const nothing = { ...template, value: "0.00", isDynamic: true, ...plainTemplate };
  const broken = { id: await t.deps.ids.take(merchant.id, "jobs"), merchantId: merchant.id };
  const task = { template: nothing, startDate: "2026-01-01", endDate: null };
  await t.db
    .insert(schema.jobs)
    .values({ ...broken, kind: "voucher_codes", task, total: 3, createdBy: "token:1" });
  const other = await begin(2);
  await expect(workOnJobs(t.deps)).rejects.toMatchObject({ code: "23514" });
  expect(await getJob(ctx, broken.id)).toMatchObject({
    state: "failed",
    done: 0,
    error: "The database does not take these vouchers (23514).",
    endedAt: expect.any(String),
  });
  const later = { ...t.deps, clockOffsetMs: 31_000 };
  expect(await workOnJobs(later)).toBe(1);
  expect((await getJob(ctx, other.id)).state).toBe("done");
});
