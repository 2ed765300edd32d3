import { type SQL, sql } from "drizzle-orm";

const p = sql.placeholder;

/** The database's time with the context's offset, asked for anew: it stays right behind a lock. */
export const now: SQL = sql`(clock_timestamp() + ${p("offsetMs")}::double precision * interval '1 millisecond')`;

/**
 * First arm of every save: the idempotency key, where there is one. A second statement with the key
 * waits here. A key is forgotten after 7 days.
 */
export const keyArm: SQL = sql`insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select ${p("merchantId")}::bigint, ${p("operation")}::text, ${p("key")}::text, ${p("fingerprint")}::text, ${now}
  where ${p("key")}::text is not null
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at <= excluded.created_at - interval '7 days'
  returning k.key`;

/** True where there is no key, or the key is this statement's. Arms that take locks ask for it. */
export const keyed: SQL = sql`(${p("key")}::text is null or exists (select 1 from key))`;

/** Last arm: keeps what the arm `changed` tells, with the frame, under the key. */
export const keptArm: SQL = sql`insert into idempotency_outcomes (merchant_id, operation, key, outcome)
  select ${p("merchantId")}::bigint, ${p("operation")}::text, ${p("key")}::text,
    json_build_object('frame', ${p("frame")}::json, 'changed', doc)
  from changed where ${p("key")}::text is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome`;

/** The answer of a save: what changed, or nothing at all of the statement stays. */
export const changedOrRefuse: SQL = sql`coalesce((select doc from changed), to_json(stampbook_refuse('state')))`;

/** Spends the PIN authorization that the plan names. */
export const authorizationArm: SQL = sql`update redemption_authorizations
  set spent_by_redemption_id = ${p("redemptionId")}::bigint
  where merchant_id = ${p("merchantId")}::bigint and id = ${p("authorizationId")}::bigint
    and customer_id = ${p("customerId")}::bigint
    and spent_by_redemption_id is null and expires_at > ${now} and ${keyed}
  returning id`;

/** True where an authorization was spent, or the merchant asks for none as this statement runs. */
export const authorized: SQL = sql`(exists (select 1 from spent_authorization)
  or (${p("authorizationId")}::bigint is null and not (
    select redemption_pin_authorization from merchants where id = ${p("merchantId")}::bigint)))`;

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

/** Takes the cost off the membership while it has enough and may be used. */
export const chargeArm: SQL = sql`update memberships set stamps = stamps - ${p("cost")}::bigint
  where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
    and stamps >= ${p("cost")}::bigint and status = 100 and not is_blocked
    and ${keyed} and ${authorized}
  returning stamps`;

/** The charge's ledger entry. */
export const chargeEntryArm: SQL = sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, created_at)
  select ${p("merchantId")}::bigint, ${p("customerId")}::bigint, 'redemption', r.id,
    -${p("cost")}::bigint, r.created_at
  from redeemed r where ${p("cost")}::bigint > 0`;

/** A dynamic voucher's ledger entry for what the redemption took off it. */
export const valueEntryArm: SQL = sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select ${p("merchantId")}::bigint, ${p("voucherId")}::bigint, 'redemption', r.id,
    -${p("value")}::numeric, r.created_at
  from redeemed r where ${p("value")}::numeric is not null`;

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
