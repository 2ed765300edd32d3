import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { type NewVoucher, templateDoc, type VoucherTemplate } from "../redemptions/index.ts";

const p = sql.placeholder;

/** What the rules of issuing look at. */
export type IssueScene = {
  readonly template: VoucherTemplate | null;
  /** The day of the merchant's calendar, `YYYY-MM-DD`. */
  readonly today: string;
  readonly unknownCustomers: readonly number[];
};

const scene = statement<IssueScene>(
  "load_issue_scene",
  {},
  sql`json_build_object(
    'template', (select ${templateDoc} from voucher_templates t
      where t.merchant_id = ${p("merchantId")}::bigint and t.id = ${p("templateId")}::bigint),
    'today', ((clock_timestamp() + ${p("offsetMs")}::double precision * interval '1 millisecond')
      at time zone ${p("timezone")}::text)::date,
    'unknownCustomers', (select coalesce(json_agg(wanted), '[]')
      from unnest(${p("customerIds")}::text::bigint[]) wanted
      where not exists (select from customers c
        where c.merchant_id = ${p("merchantId")}::bigint and c.id = wanted)))`,
);

/** Reads the template, and which of the customers are nobody. */
export function loadIssueScene(
  ctx: CoreContext,
  templateId: number,
  customerIds: readonly number[],
): Promise<IssueScene> {
  const { merchant } = ctx.caller;
  return run(ctx.db, scene, {
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    templateId,
    customerIds: `{${customerIds.join(",")}}`,
  });
}

/** A voucher for somebody, or for nobody yet. */
export type VoucherFor = NewVoucher & { readonly customerId: number | null };

/** Vouchers that the JSON parameter `vouchers` lists, where the arm `from` has a row. */
export function insertedVouchers(from: string) {
  return {
    inserted: sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id,
        value, remaining_value, start_date, end_date, created_at)
      select ${p("merchantId")}::bigint, v.id, v."templateId", v.code, upper(v.code), v."customerId",
        v.value, v."remainingValue", v."startDate", v."endDate",
        clock_timestamp() + ${p("offsetMs")}::double precision * interval '1 millisecond'
      from ${sql.identifier(from)} source, json_to_recordset(${p("vouchers")}::text::json) as v(
        id bigint, code text, "templateId" bigint, "customerId" bigint, value numeric,
        "remainingValue" numeric, "startDate" date, "endDate" date)
      returning id, remaining_value, created_at`,
    opened: sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at)
      select ${p("merchantId")}::bigint, i.id, 'opening', 0, i.remaining_value, i.created_at
      from inserted i where i.remaining_value is not null`,
  };
}

const issue = statement<number>(
  "issue_vouchers",
  {
    begun: sql`select 1`,
    ...insertedVouchers("begun"),
    audit: auditArm(sql`inserted`),
  },
  sql`(select to_json(count(*)) from inserted)`,
);

/** Writes vouchers for customers, with the record of who issued them. */
export async function saveIssued(
  ctx: CoreContext,
  vouchers: readonly VoucherFor[],
  change: Parameters<typeof auditParameters>[1],
): Promise<number> {
  return run(ctx.db, issue, {
    ...(await auditParameters(ctx, change)),
    vouchers: JSON.stringify(vouchers),
  });
}
