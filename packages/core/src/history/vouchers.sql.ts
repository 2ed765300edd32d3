import { now, once, run, type Statement, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { isOlder } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { codeKeyOf } from "../merchants/index.ts";
import { type Page, type PageInput, type Placed, pageOf } from "../paging.ts";
import type { RedemptionStatus } from "../redeeming/index.ts";
import type { LedgerEntry } from "./detail.store.ts";
import type { Named, RedemptionListed } from "./listing.store.ts";

const p = sql.placeholder;

export type VoucherState = "open" | "redeemed" | "expired" | "not_started" | "inactive";

/** A voucher as lists show it. Its state goes by the merchant's calendar. */
export type VoucherListed = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly templateId: number;
  readonly state: VoucherState;
  readonly value: string | null;
  readonly remainingValue: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly redeemedAt: string | null;
  readonly createdAt: string;
  /** Null: nobody holds it yet. */
  readonly customer: Named | null;
};

/** Which vouchers; null is all. */
export type VoucherFilter = {
  readonly customerId: number | null;
  readonly templateId: number | null;
  readonly state: VoucherState | null;
  readonly code: string | null;
  /** Open ones that end on this day or before, soonest first; else the newest are first. */
  readonly endsBy: string | null;
};

const today = once(sql`(${now}
  at time zone ${p("timezone")}::text)::date`);

const state = sql`(case when v.redeemed_at is not null then 'redeemed' when not v.is_active then 'inactive'
  when v.end_date < ${today} then 'expired' when v.start_date > ${today} then 'not_started'
  else 'open' end)`;

const listedParts = sql`'id', v.id, 'code', v.code, 'name', t.name, 'templateId', t.id, 'state', ${state},
  'value', v.value::text, 'remainingValue', v.remaining_value::text, 'startDate', v.start_date,
  'endDate', v.end_date, 'redeemedAt', v.redeemed_at, 'createdAt', v.created_at,
  'customer', case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end`;

const joins = sql`join voucher_templates t on t.merchant_id = ${p("merchantId")}::bigint and t.id = v.voucher_template_id
  left join customers c on c.merchant_id = ${p("merchantId")}::bigint and c.id = v.customer_id`;

/** Each way in has a statement of its own; it says where the page begins, and its order. */
function listBy(name: string, path: SQL, order: SQL, key: SQL) {
  const by: Statement<readonly Placed<VoucherListed>[] | null> = statement(
    name,
    {
      page: sql`select v.* from vouchers v where v.merchant_id = ${p("merchantId")}::bigint and ${path}
          and (${p("templateId")}::bigint is null or v.voucher_template_id = ${p("templateId")}::bigint)
          and (${p("state")}::text is null or ${state} = ${p("state")}::text)
        order by ${order} limit ${p("limit")}::int + 1`,
    },
    sql`(select json_agg(json_build_object(${listedParts},
        'place', json_build_object('key', ${key}, 'id', v.id)) order by ${order})
      from page v ${joins})`,
  );
  return by;
}

// Of all vouchers the newest in blocks: processes hand out ids so, and an index by the time would
// cost every voucher that is issued.
const newestFirst = sql`v.id desc`;
const behind = sql`v.id < ${p("afterId")}::bigint`;
const newest = listBy("list_vouchers", behind, newestFirst, sql`''`);
const ofWhom = sql`(${p("customerId")}::bigint is null or v.customer_id = ${p("customerId")}::bigint)`;
const isEnding = sql`v.redeemed_at is null and v.is_active and v.end_date >= ${today}
  and v.end_date <= ${p("endsBy")}::date`;
const ofCode = listBy(
  "list_vouchers_of_code",
  sql`v.code_key = ${p("code")}::text and ${behind} and ${ofWhom}
    and (${p("endsBy")}::date is null or ${isEnding})`,
  newestFirst,
  sql`''`,
);
const ofCustomer = listBy(
  "list_vouchers_of_customer",
  sql`v.customer_id = ${p("customerId")}::bigint and ${isOlder(sql`v.created_at`, sql`v.id`)}`,
  sql`v.created_at desc, v.id desc`,
  sql`v.created_at`,
);
const ending = listBy(
  "list_vouchers_that_end",
  sql`${isEnding} and ${ofWhom}
    and (v.end_date, v.id) > (coalesce(${p("afterKey")}::text::date, '-infinity'), ${p("afterId")}::bigint)`,
  sql`v.end_date, v.id`,
  sql`v.end_date::text`,
);

/** A part of the vouchers, newest first; those that end soon, soonest first. */
export async function selectVouchers(
  ctx: CoreContext,
  { after, limit, customerId, endsBy, code, ...filter }: VoucherFilter & PageInput,
): Promise<Page<VoucherListed>> {
  const { merchant } = ctx.caller;
  const path = pathOf({ code, endsBy, customerId });
  const rows = await run(ctx.db, path, {
    ...filter,
    customerId,
    endsBy,
    code: code === null ? null : codeKeyOf(code),
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    afterKey: after?.key ?? null,
    afterId: after?.id ?? (endsBy !== null && code === null ? 0 : Number.MAX_SAFE_INTEGER),
    limit,
  });
  return pageOf(rows ?? [], limit);
}

function pathOf({
  code,
  endsBy,
  customerId,
}: Pick<VoucherFilter, "code" | "endsBy" | "customerId">) {
  if (code !== null) return ofCode;
  if (endsBy !== null) return ending;
  return customerId !== null ? ofCustomer : newest;
}

/** A voucher with its history. */
export type VoucherDetail = VoucherListed & {
  readonly description: string;
  readonly instructions: string;
  readonly termsAndConditions: string;
  readonly pictureUrl: string;
  /** What used it, the first first. */
  readonly redemptions: readonly {
    readonly id: number;
    readonly kind: RedemptionListed["kind"];
    readonly status: RedemptionStatus;
    readonly value: string | null;
    readonly storeId: number;
    readonly createdAt: string;
  }[];
  readonly valueEntries: readonly (Omit<LedgerEntry, "delta"> & { readonly delta: string })[];
  readonly issuedByRedemptionId: number | null;
  readonly replacesRedemptionId: number | null;
};

const detail = statement<VoucherDetail | null>(
  "get_voucher",
  {
    v: sql`select * from vouchers
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("voucherId")}::bigint`,
    used: sql`select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'status', r.status, 'value', l.value::text,
        'storeId', r.store_id, 'createdAt', r.created_at) order by r.created_at) as doc
      from redemption_lines l
      join redemptions r on r.merchant_id = ${p("merchantId")}::bigint and r.id = l.redemption_id
      where l.merchant_id = ${p("merchantId")}::bigint and l.voucher_id = ${p("voucherId")}::bigint
        and (${p("stores")}::text is null or r.store_id = any (${p("stores")}::text::bigint[]))`,
    entries: sql`select json_agg(json_build_object('cause', cause, 'delta', delta::text, 'createdAt', created_at)
        order by created_at) as doc
      from voucher_value_entries
      where merchant_id = ${p("merchantId")}::bigint and voucher_id = ${p("voucherId")}::bigint`,
  },
  sql`(select json_build_object(${listedParts}, 'description', t.description, 'instructions', t.instructions,
      'termsAndConditions', t.terms_and_conditions, 'pictureUrl', t.picture_url,
      'redemptions', coalesce((select doc from used), '[]'),
      'valueEntries', coalesce((select doc from entries), '[]'),
      'issuedByRedemptionId', v.issued_by_redemption_id, 'replacesRedemptionId', v.replaces_redemption_id)
    from v ${joins})`,
);

/** One voucher, with what used it in the caller's stores; or null. */
export function selectVoucher(ctx: CoreContext, voucherId: number): Promise<VoucherDetail | null> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, detail, {
    stores: stores && `{${stores.join(",")}}`,
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    voucherId,
  });
}
