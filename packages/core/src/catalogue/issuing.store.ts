import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { type NewVoucher, templateDoc, type VoucherTemplate } from "../redemptions/index.ts";
import { changedOrRefuse, type Keyed, keptArm, keyArm, keyed } from "../retries/index.ts";

const p = sql.placeholder;

/** The data that the rules of issuing check. */
export type IssueScene = {
  readonly template: VoucherTemplate | null;
  /** The current day in the merchant's calendar, `YYYY-MM-DD`. */
  readonly today: string;
  readonly unknownCustomers: readonly number[];
};

const scene = statement<IssueScene>(
  "load_issue_scene",
  {},
  sql`json_build_object(
    'template', (select ${templateDoc} from voucher_templates t
      where t.merchant_id = ${p("merchantId")}::bigint and t.id = ${p("templateId")}::bigint),
    'today', (${now}
      at time zone ${p("timezone")}::text)::date,
    'unknownCustomers', (select coalesce(json_agg(wanted), '[]')
      from unnest(${p("customerIds")}::text::bigint[]) wanted
      where not exists (select 1 from customers c
        where c.merchant_id = ${p("merchantId")}::bigint and c.id = wanted
          and c.anonymized_at is null)))`,
);

/** Reads the template, and which of the customers do not exist. */
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

/** A new voucher; `customerId` is null if it has no owner yet. */
export type VoucherFor = NewVoucher & { readonly customerId: number | null };

/** Inserts the vouchers in the JSON parameter `vouchers` if the arm `from` has a row. */
export function insertedVouchers(from: string) {
  return {
    inserted: sql`insert into vouchers as n (merchant_id, id, voucher_template_id, code, code_key, customer_id,
        value, remaining_value, start_date, end_date, created_at)
      select ${p("merchantId")}::bigint, v.id, v."templateId", v.code, upper(v.code), v."customerId",
        v.value, v."remainingValue", v."startDate", v."endDate",
        ${now}
      from ${sql.identifier(from)} source, json_to_recordset(${p("vouchers")}::text::json) as v(
        id bigint, code text, "templateId" bigint, "customerId" bigint, value numeric,
        "remainingValue" numeric, "startDate" date, "endDate" date)
      returning n.id, n.code, n.customer_id, n.remaining_value, n.created_at`,
    opened: sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at)
      select ${p("merchantId")}::bigint, i.id, 'opening', 0, i.remaining_value, i.created_at
      from inserted i where i.remaining_value is not null`,
  };
}

/** An issued voucher, in the form that staff get. */
export type Issued = { readonly id: number; readonly code: string; readonly customerId: number };

const issue = statement<readonly Issued[]>(
  "issue_vouchers",
  {
    key: keyArm,
    begun: sql`select 1 where ${keyed}`,
    ...insertedVouchers("begun"),
    audit: auditArm(sql`inserted`),
    changed: sql`select json_agg(json_build_object('id', id, 'code', code, 'customerId', customer_id)
        order by id) as doc
      from inserted having count(*) > 0`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** Writes vouchers for customers, at least one, with the audit entry of who issued them. */
export async function saveIssued(
  ctx: CoreContext,
  vouchers: readonly VoucherFor[],
  change: Parameters<typeof auditParameters>[1],
  keyed: Keyed,
): Promise<readonly Issued[]> {
  return run(ctx.db, issue, {
    ...(await auditParameters(ctx, change)),
    ...keyed,
    vouchers: JSON.stringify(vouchers),
  });
}
