import { now } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/** True while the member, the customer and the store may still redeem, as `enter` has found them. */
export const stillEntered: SQL = sql`exists (select 1 from memberships ms
    join customers c on c.merchant_id = ms.merchant_id and c.id = ms.customer_id
    join stores s on s.merchant_id = ms.merchant_id and s.id = ${p("storeId")}::bigint
  where ms.merchant_id = ${p("merchantId")}::bigint and ms.customer_id = ${p("customerId")}::bigint
    and ms.status = 100 and not ms.is_blocked and c.is_active and s.is_active)`;

/** What a redemption's rows say that the rules have decided: parameters, or columns of an arm. */
export type Decided = Readonly<Record<"customerId" | "storeId" | "name" | "cost", SQL>>;

const planned: Decided = {
  customerId: sql`${p("customerId")}::bigint`,
  storeId: sql`${p("storeId")}::bigint`,
  name: sql`${p("name")}::text`,
  cost: sql`${p("cost")}::bigint`,
};

/** The redemption's row, where the arm `from` has one. */
export function redemptionArm(from: SQL, of: Decided = planned): SQL {
  return sql`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used,
      channel, invoice_number, extra_data, created_at, redeemed_by)
    select ${p("merchantId")}::bigint, ${p("redemptionId")}::bigint, ${p("kind")}::text,
      ${of.customerId}, ${of.storeId}, ${of.name}, ${of.cost},
      ${p("channel")}::int, ${p("invoiceNumber")}::text, ${p("extraData")}::json, ${now}, ${p("actor")}::text
    from ${from}
    returning id, created_at`;
}

/** The charge's ledger entry. */
export const chargeEntryArm: SQL = sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, created_at)
  select ${p("merchantId")}::bigint, ${p("customerId")}::bigint, 'redemption', r.id,
    -${p("cost")}::bigint, r.created_at
  from redeemed r where ${p("cost")}::bigint > 0`;

/** Vouchers that the redemption issues: `vouchers` is JSON, a list of `NewVoucher`. */
export const issueArm: SQL = sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key,
    customer_id, value, remaining_value, start_date, end_date, issued_by_redemption_id, created_at)
  select ${p("merchantId")}::bigint, v.id, v."templateId", v.code, upper(v.code),
    ${p("customerId")}::bigint, v.value, v."remainingValue", v."startDate", v."endDate", r.id, r.created_at
  from redeemed r, json_to_recordset(${p("vouchers")}::json) as v(
    id bigint, code text, "templateId" bigint, value numeric, "remainingValue" numeric,
    "startDate" date, "endDate" date)
  returning id, remaining_value, created_at`;

/** Opening entries of issued vouchers with a dynamic value. */
export const openingArm: SQL = sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select ${p("merchantId")}::bigint, i.id, 'opening', 0, i.remaining_value, i.created_at
  from issued i where i.remaining_value is not null`;
