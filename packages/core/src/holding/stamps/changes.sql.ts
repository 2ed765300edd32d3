import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { type Actor, actorDoc, isOlder } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  type Page,
  type PageInput,
  type Placed,
  pageOf,
  placeParameters,
} from "../../foundation/paging.ts";
import type { StampCause } from "./causes.rules.ts";

const p = sql.placeholder;

/** A change of a customer's stamps. */
type StampChange = {
  readonly cause: StampCause;
  readonly causeId: number;
  readonly delta: number;
  /** The balance afterwards. */
  readonly balance: number;
  readonly createdAt: string;
  /** The redemption that this entry records or cancels, also in part; null for other entries. */
  readonly redemption: { readonly id: number; readonly name: string } | null;
  /** The sale of the earned or returned stamps. Null for other entries, and outside the caller's stores. */
  readonly sale: { readonly id: number; readonly name: string } | null;
  /**
   * The store of the redemption, sale or award. Null for other entries, for an award without a store, and for
   * a sale outside the caller's stores.
   */
  readonly store: { readonly id: number; readonly name: string } | null;
  /** The reason of an adjustment or of a canceled part of a redemption, or the notes of an award or a deduction. */
  readonly reason: string | null;
  /**
   * The person or token that made or canceled the redemption, sale, award, adjustment or deduction. Null for
   * other entries, and for a sale outside the caller's stores.
   */
  readonly by: Actor | null;
};

const ofRedemption = sql`('redemption', 'cancellation', 'cancellation_debt', 'part_cancellation', 'part_cancellation_debt')`;
const redemptionId = sql`coalesce(e.reversed_id, e.cause_id)`;

const ledger = statement<readonly Placed<StampChange>[] | null>(
  "list_stamp_entries",
  {
    entry: sql`select e.*, sum(e.delta) over (order by e.number) as balance
      from stamp_entries e
      where e.merchant_id = ${p("merchantId")} and e.customer_id = ${p("customerId")}`,
    page: sql`select e.* from entry e where ${isOlder(sql`e.created_at`, sql`e.number`)}
        and (e.cause not in ${ofRedemption}
          or exists (select 1 from redemptions r where r.merchant_id = ${p("merchantId")}
            and r.id = ${redemptionId} and r.store_id = any (${p("stores")})) or ${p("stores")} is null)
        and (e.cause not in ('award', 'award_cancellation')
          or exists (select 1 from stamp_awards w where w.merchant_id = ${p("merchantId")}
            and w.id = e.cause_id and (w.store_id is null or w.store_id = any (${p("stores")})))
          or ${p("stores")} is null)
      order by e.created_at desc, e.number desc limit ${p("limit")} + 1`,
  },
  sql`(select json_agg(json_build_object('cause', e.cause, 'causeId', e.cause_id, 'delta', e.delta,
      'balance', e.balance, 'createdAt', e.created_at,
      'redemption', case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end,
      'sale', case when x.id is not null then json_build_object('id', x.id, 'name', x.invoice_number) end,
      'store', case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end,
      'reason', coalesce(a.reason, w.notes, d.notes, rc.reason),
      'by', ${actorDoc(sql`case e.cause when 'adjustment' then a.actor when 'redemption' then r.redeemed_by
        when 'cancellation' then r.canceled_by when 'cancellation_debt' then r.canceled_by
        when 'part_cancellation' then rc.canceled_by when 'part_cancellation_debt' then rc.canceled_by when 'award' then w.created_by
        when 'award_cancellation' then w.canceled_by when 'deduction' then d.created_by when 'earning' then x.created_by
        when 'earning_debt' then x.created_by when 'earning_cancellation' then x.canceled_by
        when 'earning_debt_canceled' then x.canceled_by
        when 'earning_modification' then tm.created_by when 'earning_addition' then tm.created_by end`)},
      'place', json_build_object('key', e.created_at, 'id', e.number))
      order by e.created_at desc, e.number desc)
    from page e
    left join redemptions r on r.merchant_id = ${p("merchantId")} and r.id = ${redemptionId}
      and e.cause in ${ofRedemption}
    left join redemption_cancels rc on rc.merchant_id = ${p("merchantId")} and rc.id = e.cause_id
      and e.cause in ('part_cancellation', 'part_cancellation_debt')
    left join stamp_awards w on w.merchant_id = ${p("merchantId")} and w.id = e.cause_id
      and e.cause in ('award', 'award_cancellation')
    left join stamp_deductions d on d.merchant_id = ${p("merchantId")} and d.id = e.cause_id
      and e.cause = 'deduction'
    left join transaction_modifications tm on tm.merchant_id = ${p("merchantId")}
      and tm.id = e.cause_id and e.cause in ('earning_modification', 'earning_addition')
    left join transactions x on x.merchant_id = ${p("merchantId")}
      and x.id = case when e.cause in ('earning_modification', 'earning_addition') then tm.transaction_id
        when e.cause in ('earning', 'earning_cancellation', 'earning_debt', 'earning_debt_canceled') then e.cause_id end
      and (x.store_id = any (${p("stores")}) or ${p("stores")} is null)
    left join stores s on s.merchant_id = ${p("merchantId")}
      and s.id = coalesce(r.store_id, w.store_id, x.store_id)
    left join audit_entries a on a.merchant_id = ${p("merchantId")} and a.id = e.cause_id
      and e.cause = 'adjustment')`,
);

/**
 * Returns a customer's stamp ledger, newest first, each entry with the balance after it. Leaves out
 * redemptions and awards in stores that are not the caller's.
 */
export async function listStampChanges(
  ctx: CoreContext,
  { customerId, after, limit }: { readonly customerId: number } & PageInput,
): Promise<Page<StampChange>> {
  const { merchant, stores } = ctx.caller;
  const rows = await run(ctx.db, ledger, {
    ...placeParameters(after),
    merchantId: merchant.id,
    stores: stores && `{${stores.join(",")}}`,
    customerId,
    limit,
  });
  return pageOf(rows ?? [], limit);
}
