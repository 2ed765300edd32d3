import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";

const p = sql.placeholder;

const insert = statement<boolean>(
  "insert_redemption_authorization",
  {
    // a change of the PIN waits for this, and this for it
    proof: sql`select 1 from pins where merchant_id = ${p("merchantId")}::bigint
      and customer_id = ${p("customerId")}::bigint and verifier = ${p("verifier")}::text for share`,
    inserted: sql`insert into redemption_authorizations as a (merchant_id, id, customer_id, request_id, expires_at, created_at)
      select ${p("merchantId")}::bigint, ${p("id")}::bigint, ${p("customerId")}::bigint, ${p("requestId")}::text,
        now + ${p("timeout")}::int * interval '1 second', now
      from (select ${now} as now) clock
      where exists (select 1 from proof)
      returning a.id`,
  },
  sql`to_json(exists (select 1 from inserted))`,
);

/**
 * Writes an authorization that is good from now on for `timeout` seconds; false where the PIN is no
 * longer the one that was found right.
 */
export function insertAuthorization(
  ctx: CoreContext,
  row: {
    readonly id: number;
    readonly customerId: number;
    readonly requestId: string;
    readonly timeout: number;
    readonly verifier: string;
  },
): Promise<boolean> {
  return run(ctx.db, insert, {
    ...row,
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
  });
}
