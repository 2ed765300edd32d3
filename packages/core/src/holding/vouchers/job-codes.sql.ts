import { type DocumentOf, json, run, schema, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CoreContext } from "../../foundation/context.ts";
import { type Page, type PageInput, type Placed, pageOf } from "../../foundation/paging.ts";

const v = alias(schema.vouchers, "v");
const p = sql.placeholder;

const code = {
  voucherId: v.id,
  code: v.code,
  startDate: v.startDate,
  endDate: v.endDate,
  isRedeemed: sql<boolean>`${v.redeemedAt} is not null`,
};

/** A code that a job created. */
type JobCode = DocumentOf<typeof code>;

const placed = json({ ...code, place: json({ key: sql<string>`''`, id: v.id }) });

// plain SQL, because the limit must count vouchers, not the job's ranges of voucher ids
const codes = statement<readonly Placed<JobCode>[]>(
  "list_job_codes",
  {
    page: sql`select v.* from job_vouchers b
      join vouchers v on v.merchant_id = b.merchant_id
        and v.id between b.first_voucher_id and b.first_voucher_id + b.count - 1
      where b.merchant_id = ${p("merchantId")} and b.job_id = ${p("id")}
        and b.first_voucher_id + b.count > ${p("afterId")} and v.id > ${p("afterId")}
      order by v.id limit ${p("limit")} + 1`,
  },
  sql`(select coalesce(json_agg(${placed} order by v.id), '[]') from page v)`,
);

/** Returns a page of the codes that a job has created so far, by voucher id. */
export async function listJobCodes(
  { db, caller }: CoreContext,
  { jobId, after, limit }: { readonly jobId: number } & PageInput,
): Promise<Page<JobCode>> {
  const rows = await run(db, codes, {
    merchantId: caller.merchant.id,
    id: jobId,
    afterId: after?.id ?? 0,
    limit,
  });
  return pageOf(rows, limit);
}
