// Shared code of the naive variants, which read, decide, and then write in separate statements. The races and
// the kills must detect these variants.
import type { CoreContext } from "@stampbook/core/context";
import type { Identifier } from "@stampbook/core/customers";
import { Failure, type FailureCode } from "@stampbook/core/failures";
import type { Db } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { Told } from "../verbs.ts";

/** Returns the first row of a query; null without rows. Values of bigint and numeric are strings. */
export async function read<Row>(db: Db, query: SQL): Promise<Row | null> {
  const rows: unknown = await db.execute(query);
  return (rows as Row[])[0] ?? null;
}

export function refuse(code: FailureCode): never {
  throw new Failure({ code, message: "refused by a naive variant" });
}

export async function customerOf(ctx: CoreContext, user: Identifier): Promise<number> {
  const row = await read<{ id: string }>(
    ctx.db,
    sql`select id from customers where merchant_id = ${ctx.caller.merchant.id} and email = ${user}`,
  );
  return row ? Number(row.id) : refuse("invalid_user");
}

type Line = {
  readonly kind: string;
  readonly customerId: number;
  readonly store: string | number;
  readonly stamps?: number;
  readonly rewardId?: number;
  readonly voucherId?: number;
  readonly promoCodeId?: number;
  readonly value?: string | null;
  readonly requestId?: string | null;
};

/**
 * Writes an entry of the stamp ledger. `entry_number` is incremented atomically, so that only the balance can
 * be wrong.
 */
export async function writeEntry(
  { db, caller }: CoreContext,
  customerId: number | string,
  entry: { readonly cause: string; readonly causeId: number; readonly delta: number | string },
): Promise<void> {
  await db.execute(sql`
    with ms as (
      update memberships set entry_number = entry_number + 1
      where merchant_id = ${caller.merchant.id} and customer_id = ${customerId} returning *
    )
    insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select merchant_id, customer_id, ${entry.cause}, ${entry.causeId}, ${entry.delta}::bigint,
      entry_number, current_date
    from ms on conflict do nothing`);
}

/** Writes a redemption of one line, with a ledger entry if it uses stamps or a voucher's value. */
export async function writeRedemption(ctx: CoreContext, line: Line): Promise<Told> {
  const { db, ids } = ctx;
  const merchantId = ctx.caller.merchant.id;
  const id = await ids.take(merchantId, "redemptions");
  const { kind, customerId, store, stamps = 0, value = null, requestId = null } = line;
  await db.execute(sql`
    insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used, redeemed_by)
    values (${merchantId}, ${id}, ${kind}, ${customerId}, ${store}, 'naive', ${stamps}, 'token:1')`);
  await db.execute(sql`
    insert into redemption_lines (merchant_id, redemption_id, line, reward_id, voucher_id, promo_code_id,
      name, stamps_used, value, request_id)
    values (${merchantId}, ${id}, 1, ${line.rewardId ?? null}, ${line.voucherId ?? null},
      ${line.promoCodeId ?? null}, 'naive', ${stamps}, ${value}, ${requestId})`);
  if (stamps)
    await writeEntry(ctx, customerId, { cause: "redemption", causeId: id, delta: -stamps });
  if (value !== null)
    await db.execute(sql`
      insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta)
      values (${merchantId}, ${line.voucherId}, 'redemption', ${id}, -${value}::numeric)`);
  return { redemption: { id } };
}
