import { clockArm, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm, type auditParameters, securityEventArm } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import {
  type Customer,
  customerDoc,
  type Membership,
  membershipArm,
  membershipDoc,
} from "../customers/index.ts";
import { changedOrRefuse, type Keyed, keptArm, keyArm, keyed } from "../retries/index.ts";
import type { CancelAge, CancelableRedemption, IssuedVoucher } from "./cancellation.rules.ts";
import { templateDoc, voucherDoc } from "./scene.store.ts";
import type { ExtraData } from "./types.ts";
import type { HeldVoucher, NewVoucher, VoucherTemplate } from "./voucher.rules.ts";

const p = sql.placeholder;

/** What the rules of a cancel look at; all but `redemption` is empty where that is null. */
export type CancellationScene = {
  readonly redemption:
    | (CancelableRedemption &
        CancelAge & { readonly stampsUsed: number; readonly extraData: ExtraData | null })
    | null;
  readonly store: { readonly id: number } | null;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** The day in the redemption's store. */
  readonly today: string;
  readonly issued: readonly IssuedVoucher[];
  /** The voucher that was redeemed or deducted from, and what was taken off it. */
  readonly voucher: HeldVoucher | null;
  readonly template: VoucherTemplate | null;
  readonly value: string | null;
  readonly promoCodeId: number | null;
};

const load = statement<CancellationScene>(
  "load_cancellation_scene",
  {
    clock: clockArm,
    // an anonymized customer's redemptions stay as they are
    redemption: sql`select r.* from redemptions r
      join customers c on c.merchant_id = ${p("merchantId")}::bigint and c.id = r.customer_id
      where r.merchant_id = ${p("merchantId")}::bigint and r.id = ${p("redemptionId")}::bigint
        and c.anonymized_at is null`,
    customer: sql`select c.* from redemption r
      join customers c on c.merchant_id = ${p("merchantId")}::bigint and c.id = r.customer_id`,
    membership: membershipArm,
    line: sql`select l.* from redemption_lines l
      where l.merchant_id = ${p("merchantId")}::bigint and l.redemption_id = ${p("redemptionId")}::bigint
        and l.reward_id is null`,
    held: sql`select ${voucherDoc} as doc, ${templateDoc} as template
      from line l
      join vouchers v on v.merchant_id = ${p("merchantId")}::bigint and v.id = l.voucher_id
      join voucher_templates t on t.merchant_id = ${p("merchantId")}::bigint and t.id = v.voucher_template_id`,
    issued: sql`select v.id, v.code,
        v.redeemed_at is not null or v.remaining_value is distinct from
          (case when v.remaining_value is not null then v.value end) as is_spent
      from vouchers v
      where v.merchant_id = ${p("merchantId")}::bigint
        and v.issued_by_redemption_id = ${p("redemptionId")}::bigint`,
  },
  sql`json_build_object(
    'redemption', (select json_build_object('id', id, 'kind', kind, 'name', name, 'status', status,
      'storeId', store_id, 'stampsUsed', stamps_used, 'extraData', extra_data,
      'ageHours', extract(epoch from now - created_at) / 3600,
      'cashierCancelHours', (select cashier_cancel_hours from merchants where id = ${p("merchantId")}::bigint))
      from redemption, clock),
    'store', (select json_build_object('id', store_id) from redemption),
    'customer', ${customerDoc}, 'membership', ${membershipDoc},
    'today', (select (now at time zone s.timezone)::date from clock, redemption r
      join stores s on s.merchant_id = r.merchant_id and s.id = r.store_id),
    'issued', coalesce((select json_agg(json_build_object('id', id, 'code', code, 'isSpent', is_spent)
      order by id) from issued), '[]'),
    'voucher', (select doc from held), 'template', (select template from held),
    'value', (select value::text from line), 'promoCodeId', (select promo_code_id from line))`,
);

/** Reads the scene of a cancel. */
export function loadCancellationScene(
  ctx: CoreContext,
  redemptionId: number,
): Promise<CancellationScene> {
  return run(ctx.db, load, {
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    redemptionId,
  });
}

/** What a cancel writes, as one statement's parameters. */
export type CancellationSaving = {
  readonly redemptionId: number;
  readonly customerId: number;
  readonly stamps: number;
  /** How many vouchers have to be taken back. */
  readonly issuedCount: number;
  /** A dynamic voucher that gets `value` back. */
  readonly voucherId: number | null;
  readonly value: string | null;
  readonly promoCodeId: number | null;
  readonly replacement: NewVoucher | null;
  readonly actor: string;
};

/** The stamps that the customer holds afterwards. */
export type CancellationChanged = { readonly stamps: number };

const save = statement<CancellationChanged>(
  "save_cancellation",
  {
    key: keyArm,
    canceled: sql`update redemptions
      set status = 'Canceled', canceled_at = ${now}, canceled_by = ${p("actor")}::text
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("redemptionId")}::bigint
        and status = 'Created' and ${keyed}
      returning id, canceled_at`,
    returned: sql`update memberships set stamps = stamps + ${p("stamps")}::bigint
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
        and exists (select 1 from canceled)
      returning stamps`,
    stamp_entry: sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, created_at)
      select ${p("merchantId")}::bigint, ${p("customerId")}::bigint, 'cancellation', id,
        ${p("stamps")}::bigint, canceled_at
      from canceled where ${p("stamps")}::bigint > 0`,
    refilled: sql`update vouchers
      set remaining_value = remaining_value + ${p("value")}::numeric, redeemed_at = null
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("voucherId")}::bigint
        and exists (select 1 from canceled)
      returning id`,
    value_entry: sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at)
      select ${p("merchantId")}::bigint, ${p("voucherId")}::bigint, 'cancellation', id,
        ${p("value")}::numeric, canceled_at
      from canceled where ${p("voucherId")}::bigint is not null`,
    withdrawn: sql`update vouchers set is_active = false
      where merchant_id = ${p("merchantId")}::bigint
        and issued_by_redemption_id = ${p("redemptionId")}::bigint
        and redeemed_at is null and (remaining_value is null or remaining_value = value)
        and exists (select 1 from canceled)
      returning id`,
    code_use: sql`update promo_codes set uses = uses - 1
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("promoCodeId")}::bigint
        and exists (select 1 from canceled)
      returning id`,
    // After the code's row, as a use takes them: arms that feed nobody would run in the opposite order.
    customer_use: sql`update promo_code_uses set uses = uses - 1
      where merchant_id = ${p("merchantId")}::bigint and promo_code_id = ${p("promoCodeId")}::bigint
        and customer_id = ${p("customerId")}::bigint and exists (select 1 from code_use)`,
    replaced: sql`insert into vouchers as n (merchant_id, id, voucher_template_id, code, code_key, customer_id,
        value, remaining_value, start_date, end_date, replaces_redemption_id, created_at)
      select ${p("merchantId")}::bigint, v.id, v."templateId", v.code, upper(v.code), ${p("customerId")}::bigint,
        v.value, v."remainingValue", v."startDate", v."endDate", c.id, c.canceled_at
      from canceled c, json_to_record(${p("replacement")}::json) as v(
        id bigint, code text, "templateId" bigint, value numeric, "remainingValue" numeric,
        "startDate" date, "endDate" date)
      where v.id is not null
      returning n.id, n.remaining_value, n.created_at`,
    opened: sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at)
      select ${p("merchantId")}::bigint, id, 'opening', 0, remaining_value, created_at
      from replaced where remaining_value is not null`,
    review: sql`insert into replacement_reviews (merchant_id, redemption_id, reason, canceled_at)
      select ${p("merchantId")}::bigint, c.id, ${p("auditReason")}::text, c.canceled_at
      from canceled c where exists (select 1 from replaced)`,
    entry: auditArm(sql`canceled`),
    event: securityEventArm(sql`canceled`, "redemption-canceled"),
    changed: sql`select json_build_object('stamps', (select stamps from returned)) as doc
      from canceled
      where (select count(*) from withdrawn) = ${p("issuedCount")}::int
        and (${p("voucherId")}::bigint is null or exists (select 1 from refilled))`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** Cancels, gives back, and puts it on the record, or refuses whole. */
export function saveCancellation(
  ctx: CoreContext,
  saving: CancellationSaving,
  keyedBy: Keyed,
  audit: Awaited<ReturnType<typeof auditParameters>>,
): Promise<CancellationChanged> {
  return run(ctx.db, save, {
    ...saving,
    ...keyedBy,
    ...audit,
    replacement: JSON.stringify(saving.replacement ?? {}),
  });
}

const keep = statement<CancellationChanged>(
  "keep_cancellation",
  {
    key: keyArm,
    changed: sql`select json_build_object('stamps', stamps) as doc from memberships
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
        and ${keyed}`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** Changes nothing, because it was canceled before, but keeps under the key what the caller is told. */
export function keepCancellation(
  ctx: CoreContext,
  customerId: number,
  keyedBy: Keyed,
): Promise<CancellationChanged> {
  return run(ctx.db, keep, {
    ...keyedBy,
    customerId,
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
  });
}
