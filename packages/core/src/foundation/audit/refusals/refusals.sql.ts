import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { actorOf, type CoreContext } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import type { RefusedCall } from "../types.ts";

const p = sql.placeholder;

const insert = statement<null>(
  "insert_refusal",
  {
    inserted: sql`insert into refusals (merchant_id, id, operation, code, message, rule, expected,
        found, store_id, customer_id, subject, caller, created_at)
      values (${p("merchantId")}, ${p("id")}, ${p("operation")}, ${p("code")},
        left(${p("message")}, 500), ${p("rule")}, left(${p("expected")}, 500),
        left(${p("found")}, 500), ${p("storeId")}, ${p("customerId")},
        ${p("subject")}, ${p("caller")},
        ${now})`,
  },
  sql`null::json`,
);

/** Inserts one refused call. */
async function insertRefusal(ctx: CoreContext, call: RefusedCall, refusal: Refusal): Promise<void> {
  const merchantId = ctx.caller.merchant.id;
  await run(ctx.db, insert, {
    ...call,
    merchantId,
    id: await ctx.ids.take(merchantId, "refusals"),
    code: refusal.code,
    message: refusal.message,
    rule: refusal.rule ?? null,
    expected: refusal.expected ?? null,
    found: refusal.found ?? null,
    caller: actorOf(ctx.caller),
    offsetMs: ctx.clockOffsetMs,
  });
}

/**
 * Records a refused call with the rule that refused, the expected and the found value, so that staff can see
 * why. Rows are kept for the days in the merchant's settings, by default 30. In a transaction of several
 * operations, the row is written after the rollback.
 */
export async function recordRefusal(
  ctx: CoreContext,
  call: RefusedCall,
  refusal: Refusal,
): Promise<void> {
  if (ctx.afterRefusal) ctx.afterRefusal((outside) => insertRefusal(outside, call, refusal));
  else await insertRefusal(ctx, call, refusal);
}

type Party = { readonly id: number } | null;

/**
 * Records a refused call in the list of refusals for staff. `store` and `customer` are those that the call's
 * SQL statement read; null if it found none.
 */
export function recordSeen(
  ctx: CoreContext,
  call: { readonly operation: string; readonly subject: string },
  { store, customer }: { readonly store: Party; readonly customer: Party },
  refusal: Refusal,
): Promise<void> {
  const parties = { storeId: store?.id ?? null, customerId: customer?.id ?? null };
  return recordRefusal(ctx, { ...call, ...parties }, refusal);
}
