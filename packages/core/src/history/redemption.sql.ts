import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import type { ExtraData } from "../redeeming/index.ts";
import { type RedemptionListed, redemptionListedParts } from "./listing.store.ts";

const p = sql.placeholder;

/** A change of a balance. */
export type LedgerEntry = {
  readonly cause: string;
  readonly delta: number;
  readonly createdAt: string;
};

/** A redemption with all that belongs to it. */
export type RedemptionDetail = RedemptionListed & {
  /** Why it was canceled, where whoever did said so. */
  readonly cancelReason: string | null;
  readonly extraData: ExtraData | null;
  readonly lines: readonly {
    readonly line: number;
    readonly thing: "reward" | "voucher" | "promo_code";
    readonly thingId: number;
    readonly name: string;
    readonly qty: number;
    readonly stampsUsed: number;
    readonly value: string | null;
    readonly requestId: string | null;
  }[];
  readonly stampEntries: readonly LedgerEntry[];
  readonly valueEntries: readonly (Omit<LedgerEntry, "delta"> & {
    readonly voucherId: number;
    readonly delta: string;
  })[];
  /** Vouchers that it issued. */
  readonly issued: readonly IssuedShown[];
  /** The voucher that a cancel put in the place of the spent one. */
  readonly replacement: IssuedShown | null;
};

type IssuedShown = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly isRedeemed: boolean;
};

const voucherShown = sql`json_build_object('id', v.id, 'code', v.code, 'name', t.name,
  'isActive', v.is_active, 'isRedeemed', v.redeemed_at is not null)`;

const detail = statement<RedemptionDetail | null>(
  "get_redemption",
  {
    redemption: sql`select r.* from redemptions r
      where r.merchant_id = ${p("merchantId")}::bigint and r.id = ${p("redemptionId")}::bigint`,
    lines: sql`select json_agg(json_build_object('line', l.line,
        'thing', case when l.reward_id is not null then 'reward'
          when l.voucher_id is not null then 'voucher' else 'promo_code' end,
        'thingId', coalesce(l.reward_id, l.voucher_id, l.promo_code_id), 'name', l.name, 'qty', l.qty,
        'stampsUsed', l.stamps_used, 'value', l.value::text, 'requestId', l.request_id) order by l.line) as doc
      from redemption_lines l
      where l.merchant_id = ${p("merchantId")}::bigint and l.redemption_id = ${p("redemptionId")}::bigint`,
    stamp_rows: sql`select json_agg(json_build_object('cause', e.cause, 'delta', e.delta,
        'createdAt', e.created_at) order by e.created_at) as doc
      from redemption r
      join stamp_entries e on e.merchant_id = ${p("merchantId")}::bigint and e.customer_id = r.customer_id
        and e.cause in ('redemption', 'cancellation') and e.cause_id = r.id`,
    value_rows: sql`select json_agg(json_build_object('voucherId', e.voucher_id, 'cause', e.cause,
        'delta', e.delta::text, 'createdAt', e.created_at) order by e.created_at) as doc
      from redemption_lines l
      join voucher_value_entries e on e.merchant_id = ${p("merchantId")}::bigint and e.voucher_id = l.voucher_id
        and e.cause in ('redemption', 'cancellation') and e.cause_id = l.redemption_id
      where l.merchant_id = ${p("merchantId")}::bigint and l.redemption_id = ${p("redemptionId")}::bigint`,
    issued: sql`select json_agg(${voucherShown} order by v.id) as doc from vouchers v
      join voucher_templates t on t.merchant_id = ${p("merchantId")}::bigint and t.id = v.voucher_template_id
      where v.merchant_id = ${p("merchantId")}::bigint
        and v.issued_by_redemption_id = ${p("redemptionId")}::bigint`,
    replacement: sql`select ${voucherShown} as doc from vouchers v
      join voucher_templates t on t.merchant_id = ${p("merchantId")}::bigint and t.id = v.voucher_template_id
      where v.merchant_id = ${p("merchantId")}::bigint
        and v.replaces_redemption_id = ${p("redemptionId")}::bigint`,
  },
  sql`(select json_build_object(${redemptionListedParts}, 'extraData', r.extra_data,
      'cancelReason', (select a.reason from audit_entries a where a.merchant_id = ${p("merchantId")}::bigint
        and a.subject = 'redemption ' || r.id and a.action = 'redemptions.cancel' limit 1),
      'lines', (select doc from lines),
      'stampEntries', coalesce((select doc from stamp_rows), '[]'),
      'valueEntries', coalesce((select doc from value_rows), '[]'),
      'issued', coalesce((select doc from issued), '[]'),
      'replacement', (select doc from replacement))
    from redemption r
    join customers c on c.merchant_id = ${p("merchantId")}::bigint and c.id = r.customer_id
    left join stores s on s.merchant_id = r.merchant_id and s.id = r.store_id)`,
);

/** One redemption of the merchant, or null. */
export function selectRedemption(
  ctx: CoreContext,
  redemptionId: number,
): Promise<RedemptionDetail | null> {
  return run(ctx.db, detail, { merchantId: ctx.caller.merchant.id, redemptionId });
}
