import { type Db, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { type Page, type PageInput, type Placed, pageOf } from "../paging.ts";

const p = sql.placeholder;

/** A code that a job created. */
export type JobCode = {
  readonly voucherId: number;
  readonly code: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly isRedeemed: boolean;
};

const codes = statement<readonly Placed<JobCode>[] | null>(
  "list_job_codes",
  {
    page: sql`select v.* from job_vouchers b
      join vouchers v on v.merchant_id = b.merchant_id
        and v.id between b.first_voucher_id and b.first_voucher_id + b.count - 1
      where b.merchant_id = ${p("merchantId")}::bigint and b.job_id = ${p("id")}::bigint
        and b.first_voucher_id + b.count > ${p("afterId")}::bigint and v.id > ${p("afterId")}::bigint
      order by v.id limit ${p("limit")}::int + 1`,
  },
  sql`(select json_agg(json_build_object('voucherId', v.id, 'code', v.code, 'startDate', v.start_date,
      'endDate', v.end_date, 'isRedeemed', v.redeemed_at is not null,
      'place', json_build_object('key', '', 'id', v.id)) order by v.id) from page v)`,
);

/** A page of a job's codes, in the order of their vouchers. */
export async function selectJobCodes(
  db: Db,
  merchantId: number,
  { jobId, after, limit }: { readonly jobId: number } & PageInput,
): Promise<Page<JobCode>> {
  const rows = await run(db, codes, { merchantId, id: jobId, afterId: after?.id ?? 0, limit });
  return pageOf(rows ?? [], limit);
}
