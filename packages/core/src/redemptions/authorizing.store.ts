import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { now } from "./saving.store.ts";

const p = sql.placeholder;

const insert = statement<null>(
  "insert_redemption_authorization",
  {
    inserted: sql`insert into redemption_authorizations (merchant_id, id, customer_id, request_id, expires_at, created_at)
      select ${p("merchantId")}::bigint, ${p("id")}::bigint, ${p("customerId")}::bigint, ${p("requestId")}::text,
        now + ${p("timeout")}::int * interval '1 second', now
      from (select ${now} as now) clock`,
  },
  sql`null::json`,
);

/** Writes an authorization that is good from now on for `timeout` seconds. */
export async function insertAuthorization(
  ctx: CoreContext,
  row: {
    readonly id: number;
    readonly customerId: number;
    readonly requestId: string;
    readonly timeout: number;
  },
): Promise<void> {
  await run(ctx.db, insert, {
    ...row,
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
  });
}
