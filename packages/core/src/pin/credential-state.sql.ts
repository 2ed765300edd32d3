import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";

const p = sql.placeholder;

/** A customer's other secrets, without the PIN. */
export type OtherSecrets = {
  readonly hasPassword: boolean;
  readonly otp: {
    /** One-time passwords requested within the last hour. */
    readonly requested: number;
    readonly allowed: number;
  };
};

const others = statement<OtherSecrets>(
  "get_other_secrets",
  {},
  sql`json_build_object(
    'hasPassword', exists (select 1 from passwords
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint),
    'otp', json_build_object(
      'requested', coalesce((select count(*) from otp_allowances a, unnest(a.requested_at) at
        where a.merchant_id = ${p("merchantId")}::bigint and a.customer_id = ${p("customerId")}::bigint
          and at > ${now}
            - interval '1 hour'), 0),
      'allowed', (select otp_requests_per_hour from merchants where id = ${p("merchantId")}::bigint)))`,
);

export function selectOtherSecrets(ctx: CoreContext, customerId: number): Promise<OtherSecrets> {
  const merchantId = ctx.caller.merchant.id;
  return run(ctx.db, others, { merchantId, customerId, offsetMs: ctx.clockOffsetMs });
}
