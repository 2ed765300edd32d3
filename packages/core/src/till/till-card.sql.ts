import { clockArm, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import {
  type Customer,
  customerArm,
  customerDoc,
  type Membership,
  membershipArm,
  membershipDoc,
} from "../customers/index.ts";
import { type RedemptionListed, redemptionListedParts } from "../history/index.ts";
import {
  readStoreRef,
  type StoreNow,
  type StoreRef,
  storeArm,
  storeDoc,
} from "../merchants/index.ts";
import type { CatalogueReward } from "../redeeming/index.ts";
import { rewardDoc, voucherDoc } from "../redeeming/index.ts";
import type { HeldVoucher } from "../vouchers/index.ts";

const p = sql.placeholder;

/** Vouchers and rewards that a card looks at, at most: nobody chooses among more at a till. */
const MOST = 100;

/** What the rules of a card look at. */
export type TillScene = {
  readonly store: StoreNow | null;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  readonly needsAuthorization: boolean;
  /** Not spent, not expired; soonest to expire first. */
  readonly vouchers: readonly HeldVoucher[];
  readonly rewards: readonly (CatalogueReward & { readonly issuesVoucher: boolean })[];
  readonly lastRedemptions: readonly RedemptionListed[];
};

const load = statement<TillScene>(
  "load_till_scene",
  {
    clock: clockArm,
    store: storeArm,
    customer: customerArm,
    membership: membershipArm,
    held: sql`select ${voucherDoc} as doc, v.end_date, v.id from customer c
      cross join clock join store s on true
      join vouchers v on v.merchant_id = ${p("merchantId")}::bigint and v.customer_id = c.id
      join voucher_templates t on t.merchant_id = ${p("merchantId")}::bigint and t.id = v.voucher_template_id
      where v.merchant_id = ${p("merchantId")}::bigint and v.redeemed_at is null and v.is_active
        and (v.end_date is null or v.end_date >= (clock.now at time zone s.timezone)::date)
      order by v.end_date nulls last, v.id limit ${sql.raw(String(MOST))}`,
    offered: sql`select ${rewardDoc} as doc, rw.voucher_template_id is not null as issues, rw.stamps_to_redeem, rw.id
      from rewards rw where rw.merchant_id = ${p("merchantId")}::bigint and rw.is_active
      order by rw.stamps_to_redeem, rw.id limit ${sql.raw(String(MOST))}`,
    recent: sql`select r.* from customer cu
      join redemptions r on r.merchant_id = cu.merchant_id and r.customer_id = cu.id
      where r.merchant_id = ${p("merchantId")}::bigint
        and (${p("stores")}::text is null or r.store_id = any (${p("stores")}::text::bigint[]))
      order by r.created_at desc, r.id desc limit 3`,
  },
  sql`json_build_object('store', ${storeDoc}, 'customer', ${customerDoc}, 'membership', ${membershipDoc},
    'needsAuthorization', (select redemption_pin_authorization from merchants where id = ${p("merchantId")}::bigint),
    'vouchers', coalesce((select json_agg(doc order by end_date nulls last, id) from held), '[]'),
    'rewards', coalesce((select json_agg((doc::jsonb || jsonb_build_object('issuesVoucher', issues))
      order by stamps_to_redeem, id) from offered), '[]'),
    'lastRedemptions', coalesce((select json_agg(json_build_object(${redemptionListedParts})
        order by r.created_at desc, r.id desc)
      from recent r
      join customers c on c.merchant_id = ${p("merchantId")}::bigint and c.id = r.customer_id
      left join stores s on s.merchant_id = r.merchant_id and s.id = r.store_id), '[]'))`,
);

/** Reads what a card is made from; the customer is named by id. */
export function loadTillScene(
  ctx: CoreContext,
  input: { readonly customerId: number; readonly store: StoreRef },
): Promise<TillScene> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...readStoreRef(input.store),
    userEmail: null,
    userMemberId: null,
    userMobileNumber: null,
    userId: input.customerId,
    stores: stores && `{${stores.join(",")}}`,
  });
}
