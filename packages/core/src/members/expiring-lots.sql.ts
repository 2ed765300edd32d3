import { clockArm, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../foundation/context.ts";
import type { DueLedger } from "../holding/stamps/index.ts";
import {
  type CustomerRef,
  customerArm,
  customerParameters,
  membershipArm,
} from "../people/customers/index.ts";

const p = sql.placeholder;

const ledger = statement<DueLedger | null>(
  "read_member_ledger",
  { clock: clockArm, customer: customerArm, membership: membershipArm },
  sql`(select json_build_object(
      'today', (clock.now at time zone m.timezone)::date,
      'entries', (select coalesce(json_agg(json_build_object('number', e.number, 'cause', e.cause,
          'causeId', e.cause_id, 'delta', e.delta, 'day', e.day, 'expiresOn', e.expires_on,
          'reversedId', e.reversed_id)), '[]')
        from stamp_entries e
        where e.merchant_id = ${p("merchantId")} and e.customer_id = ms.customer_id))
    from membership ms join merchants m on m.id = ${p("merchantId")}, clock)`,
);

/** Reads a member's whole ledger, and today in the merchant's zone. Null for an unknown member. */
export function readMemberLedger(ctx: CoreContext, ref: CustomerRef): Promise<DueLedger | null> {
  return run(ctx.db, ledger, {
    ...customerParameters(ref),
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
  });
}
