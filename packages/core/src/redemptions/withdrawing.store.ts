import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";

const p = sql.placeholder;

const withdraw = statement<boolean>(
  "withdraw_voucher",
  {
    withdrawn: sql`update vouchers set is_active = false
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("voucherId")}::bigint
        and is_active and redeemed_at is null
      returning id`,
    audit: auditArm(sql`withdrawn`),
  },
  sql`(select to_json(exists (select 1 from withdrawn)))`,
);

/** Ends a voucher that is not spent, on the record; false where it is, or has ended before. */
export async function saveWithdrawal(
  ctx: CoreContext,
  { voucherId, reason }: { readonly voucherId: number; readonly reason: string },
): Promise<boolean> {
  const entry = { action: "vouchers.withdraw", subject: `voucher ${voucherId}`, reason };
  return run(ctx.db, withdraw, { ...(await auditParameters(ctx, entry)), voucherId });
}
