import { run, schema, statement, update } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../../foundation/failures.ts";

const { memberships } = schema;

const p = sql.placeholder;

/** Locks the membership before the customer, as an anonymization does, and waits for it. */
const block = statement<{ readonly isBlocked: boolean } | null>(
  "block_customer",
  {
    held: sql`select customer_id from memberships
      where merchant_id = ${p("merchantId")} and customer_id = ${p("customerId")} for no key update`,
    person: sql`select id from customers where merchant_id = ${p("merchantId")}
      and id = ${p("customerId")} and anonymized_at is null and exists (select 1 from held)
      for key share`,
    blocked: update(
      memberships,
      { isBlocked: p("isBlocked") },
      [eq(memberships.customerId, p("customerId")), sql`exists (select 1 from person)`],
      sql`is_blocked`,
    ),
    audit: auditArm(sql`blocked`),
  },
  sql`(select json_build_object('isBlocked', is_blocked) from blocked)`,
);

/** Blocks or unblocks a membership. Null if the customer does not exist or is anonymized. */
async function saveBlock(
  ctx: CoreContext,
  input: { readonly customerId: number; readonly isBlocked: boolean; readonly reason: string },
) {
  const { customerId, isBlocked, reason } = input;
  const action = isBlocked ? "customers.block" : "customers.unblock";
  const change = { action, subject: `customer ${customerId}`, reason };
  return run(ctx.db, block, { ...(await auditParameters(ctx, change)), customerId, isBlocked });
}

/** Blocks or unblocks a membership, with a reason in the audit log. Throws `invalid_user`. */
export async function blockCustomer(
  ctx: CoreContext,
  input: { readonly customerId: number; readonly isBlocked: boolean; readonly reason: string },
): Promise<{ readonly isBlocked: boolean }> {
  const done = await saveBlock(ctx, input);
  if (!done) throw new Failure(unknownCustomer);
  return done;
}
