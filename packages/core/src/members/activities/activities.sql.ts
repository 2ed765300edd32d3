import { run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import {
  type SpendingState,
  spendingArms,
  spentDoc,
  spentOrRefuse,
} from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { type CustomerRef, customerArm, customerParameters } from "../../people/customers/index.ts";
import type { Activity } from "./types.ts";

const p = sql.placeholder;

/** Whether a row, under an alias, belongs to the customer. */
const isOwn = (alias: string) =>
  sql`${sql.raw(alias)}.merchant_id = ${p("merchantId")}
    and ${sql.raw(alias)}.customer_id = (select id from customer)`;

type Source = {
  /** Where the id's part within a second begins; see `activityId`. Different for each source. */
  readonly slot: number;
  readonly kind: Activity["kind"];
  readonly at: SQL;
  readonly id: SQL;
  /** Null if no store belongs to the activity. */
  readonly store?: SQL;
  /** Arguments of `json_build_object`. */
  readonly detail: SQL;
  readonly from: SQL;
};

/**
 * The tables of a customer's history. A sale or a redemption shows its own stamps, so their entries are left
 * out.
 */
const sources: readonly Source[] = [
  {
    slot: 0,
    kind: "sale",
    at: sql`x.sold_at`,
    id: sql`x.id`,
    store: sql`x.store_id`,
    detail: sql`'id', x.id, 'stamps', x.stamps_earned, 'status', x.status,
      'invoiceNumber', x.invoice_number, 'channel', x.channel`,
    from: sql`transactions x where ${isOwn("x")}`,
  },
  {
    slot: 1,
    kind: "redemption",
    at: sql`r.created_at`,
    id: sql`r.id`,
    store: sql`r.store_id`,
    detail: sql`'stamps', r.stamps_used, 'name', r.name, 'status', r.status, 'channel', r.channel`,
    from: sql`redemptions r where ${isOwn("r")}`,
  },
  {
    slot: 2,
    kind: "award",
    at: sql`w.created_at`,
    id: sql`w.id`,
    store: sql`w.store_id`,
    detail: sql`'id', w.id, 'stamps', w.stamps,
      'status', case when w.canceled_at is null then 'Created' else 'Canceled' end`,
    from: sql`stamp_awards w where ${isOwn("w")}`,
  },
  {
    slot: 3,
    kind: "adjustment",
    at: sql`e.created_at`,
    id: sql`e.cause_id`,
    detail: sql`'id', e.cause_id, 'delta', e.delta`,
    from: sql`entry e where e.cause = 'adjustment'`,
  },
  {
    slot: 5,
    kind: "level",
    at: sql`lc.created_at`,
    id: sql`lc.id`,
    store: sql`lc.store_id`,
    detail: sql`'from', lc.level_before, 'to', lc.level_after, 'name', lv.name,
      'isByHand', lc.cause = 'hand'`,
    // a level that was reached again is neither raised nor lowered
    from: sql`level_changes lc
      join levels lv on lv.merchant_id = ${p("merchantId")} and lv.level = lc.level_after
      where ${isOwn("lc")} and (lc.cause = 'hand' or lc.level_after <> lc.level_before)`,
  },
  {
    slot: 9,
    kind: "registration",
    at: sql`ms.created_at`,
    id: sql`0`,
    detail: sql``,
    // a partial registration is not completed
    from: sql`customer u join memberships ms
      on ms.merchant_id = ${p("merchantId")} and ms.customer_id = u.id
      where u.registration_status = 'Full'`,
  },
  {
    slot: 10,
    kind: "deduction",
    at: sql`d.created_at`,
    id: sql`d.id`,
    detail: sql`'stamps', d.stamps, 'notes', d.notes`,
    from: sql`stamp_deductions d where ${isOwn("d")}`,
  },
  {
    slot: 11,
    kind: "modification",
    at: sql`tm.created_at`,
    id: sql`tm.id`,
    store: sql`x.store_id`,
    detail: sql`'id', tm.id, 'sale', x.id, 'invoiceNumber', x.invoice_number, 'channel', x.channel,
      'total', tm.total::text, 'subtotal', tm.subtotal::text, 'stamps', tm.stamps,
      'stampsOwed', tm.stamps_owed, 'stampsLetGo', tm.stamps_let_go,
      'returnInvoiceNumber', tm.return_invoice_number`,
    from: sql`transactions x join transaction_modifications tm
      on tm.merchant_id = ${p("merchantId")} and tm.transaction_id = x.id where ${isOwn("x")}`,
  },
  {
    slot: 15,
    kind: "expiry",
    at: sql`e.created_at`,
    id: sql`e.number`,
    detail: sql`'stamps', -e.delta`,
    from: sql`entry e where e.cause = 'expiry'`,
  },
];

/** The last second whose ids are all below 2^53. An imported row may have any time. */
const LAST_SECOND = Math.floor(Number.MAX_SAFE_INTEGER / 4_000_000) - 1;

/**
 * The id of an activity. It has the second of the activity first, so that larger is later; then the source;
 * then the row. A second has 16 slots of 250,000 ids. It stays below 2^53 until 2041. Two rows of one source
 * would share an id only if they were written for the customer in one second, with ids that are a multiple of
 * 250,000 apart.
 */
const activityId = ({ at, slot, id }: Source) =>
  sql`least(greatest(floor(extract(epoch from ${at})), 0), ${sql.raw(String(LAST_SECOND))})::bigint
    * 4000000 + ${sql.raw(String(slot * 250_000))} + (${id}) % 250000`;

const rowsOf = (
  source: Source,
) => sql`select ${activityId(source)} as id, ${source.at} as happened_at,
    ${sql.raw(`'${source.kind}'`)} as kind, ${source.store ?? sql`null::bigint`} as store_id,
    json_build_object(${source.detail}) as detail
  from ${source.from}`;

/** Null if the customer is unknown. */
type ActivitiesSeen = {
  readonly activities: readonly Activity[] | null;
  readonly budgets: readonly SpendingState[];
};

const list = statement<ActivitiesSeen>(
  "list_activities",
  {
    customer: customerArm,
    // one look-up for both causes; for adjustments alone, an index of the merchant's could be chosen
    entry: sql`select e.* from stamp_entries e
      where ${isOwn("e")} and e.cause in ('adjustment', 'expiry')`,
    activity: sql.join(sources.map(rowsOf), sql` union all `),
    page: sql`select a.* from activity a
      where (${p("before")}::bigint is null or a.id < ${p("before")}::bigint)
        and (${p("stores")}::bigint[] is null or a.store_id is null
          or a.store_id = any (${p("stores")}::bigint[]))
      order by a.id desc limit ${p("limit")}::int`,
    ...spendingArms(sql`customer`),
  },
  sql`case when ${spentOrRefuse} then json_build_object('budgets', ${spentDoc},
    'activities', case when exists (select 1 from customer) then (
      select coalesce(json_agg(json_build_object('id', a.id, 'createdAt', a.happened_at, 'kind', a.kind,
        'detail', a.detail, 'store', case when s.id is not null then json_build_object(
          'code', s.code, 'name', s.name, 'displayName', s.display_name) end)
        order by a.id desc), '[]')
      from page a left join stores s on s.merchant_id = ${p("merchantId")} and s.id = a.store_id) end) end`,
);

/**
 * Reads at most `limit` activities of a customer in the caller's stores, or without a store, the highest id
 * first. `before` is the last id of the previous page. `budgets` are the budgets to spend.
 */
export function selectActivities(
  ctx: CoreContext,
  ref: CustomerRef,
  input: { readonly before: number | null; readonly limit: number; readonly budgets: string },
): Promise<ActivitiesSeen> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, list, {
    ...customerParameters(ref),
    ...input,
    merchantId: merchant.id,
    stores: stores && `{${stores.join(",")}}`,
    offsetMs: ctx.clockOffsetMs,
  });
}
