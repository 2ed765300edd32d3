import { now, run } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { actorOf, type CoreContext } from "../context.ts";
import type { Keyed } from "../retries/index.ts";
import { redemptionArm } from "./saving.store.ts";
import { shownVoucherParts } from "./scene.store.ts";
import {
  available,
  chosen,
  found,
  straight,
  straightParameters,
  toldDoc,
} from "./straight.store.ts";
import type { RedeemInput } from "./types.ts";
import type { ValueChanged } from "./voucher.store.ts";
import type { VoucherTold } from "./voucher-redemption.rules.ts";

const p = sql.placeholder;

/** What a statement that looks and writes in one tells. */
type ToldVoucher<Changed> = { readonly frame: VoucherTold; readonly changed: Changed };

/** `v` is the voucher's row, `held` how it was found; `value` is what is taken off, of the arm `spent`. */
type Spending = {
  readonly set: SQL;
  readonly still: SQL;
  readonly value: SQL;
  readonly changed: SQL;
};

function spending<Changed>(name: string, { set, still, value, changed }: Spending) {
  return straight<ToldVoucher<Changed>>(name, (isOurs) => ({
    held: sql`select e.customer_id, e.store_id, v.id, t.name, 0::bigint as cost,
          v.remaining_value as held_value, json_build_object(${shownVoucherParts}) as doc
        from entered e
        join vouchers v on v.merchant_id = ${p("merchantId")}::bigint and v.id = ${p("voucherId")}::bigint
          and v.customer_id = e.customer_id
        join voucher_templates t on t.merchant_id = v.merchant_id and t.id = v.voucher_template_id
        where ${available(sql`v`, sql`t`)}`,
    spent: sql`update vouchers v set ${set} from held
        where v.merchant_id = ${p("merchantId")}::bigint and v.id = held.id
          and v.customer_id = held.customer_id and v.redeemed_at is null and v.is_active
          and ${still} and ${isOurs}
        returning held.*, v.remaining_value as remaining`,
    redeemed: redemptionArm(sql`spent`, found),
    line: sql`insert into redemption_lines (merchant_id, redemption_id, line, voucher_id, name, value, spends_voucher)
        select ${p("merchantId")}::bigint, r.id, 1, s.id, s.name, ${value}, ${value} is null
        from redeemed r, spent s`,
    value_entry: sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at)
        select ${p("merchantId")}::bigint, s.id, 'redemption', r.id, -${value}, r.created_at
        from redeemed r, spent s where ${value} is not null`,
    changed: sql`select ${toldDoc(sql`'name', s.name, 'left', s.held_value::text`, sql`'voucher', s.doc`, changed)} as doc
        from redeemed, spent s`,
  }));
}

const spend = spending<object>("redeem_voucher_straight", {
  set: sql`redeemed_at = ${now}, remaining_value = case when v.remaining_value is not null then 0 end`,
  still: sql`v.remaining_value is not distinct from held.held_value`,
  value: sql`s.held_value`,
  changed: sql``,
});

const value = sql`${p("value")}::numeric`;
const deduct = spending<ValueChanged>("deduct_value_straight", {
  set: sql`remaining_value = v.remaining_value - ${value},
    redeemed_at = case when v.remaining_value = ${value} then ${now} end`,
  still: sql`v.remaining_value >= ${value}`,
  value,
  changed: sql`'remaining', s.remaining::text`,
});

type Naming = RedeemInput & { readonly voucher: number };

/** Redeems a voucher whole where no rule stands against it; else writes nothing and tells null. */
export function redeemVoucherStraight(
  ctx: CoreContext,
  input: Naming,
  redemptionId: number,
  keyedBy: Keyed,
): Promise<ToldVoucher<object> | null> {
  return run(
    ctx.db,
    chosen(spend, keyedBy),
    parameters(ctx, input, "voucher", redemptionId, keyedBy),
  );
}

/** Takes a value off a voucher where no rule stands against it; else writes nothing and tells null. */
export function deductValueStraight(
  ctx: CoreContext,
  input: Naming & { readonly value: string },
  redemptionId: number,
  keyedBy: Keyed,
): Promise<ToldVoucher<ValueChanged> | null> {
  const shared = parameters(ctx, input, "voucher_value", redemptionId, keyedBy);
  return run(ctx.db, chosen(deduct, keyedBy), { ...shared, value: input.value });
}

function parameters(
  ctx: CoreContext,
  input: Naming,
  kind: string,
  redemptionId: number,
  keyedBy: Keyed,
) {
  return {
    ...straightParameters(ctx, input, keyedBy),
    kind,
    redemptionId,
    voucherId: input.voucher,
    actor: actorOf(ctx.caller),
  };
}
