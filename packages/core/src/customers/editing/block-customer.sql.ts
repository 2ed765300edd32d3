import { rowsOf, run, schema, statement, update } from "@stampbook/db";
import { eq, isNull, sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";

const { customers, memberships } = schema;

const p = sql.placeholder;

/** The customer, unless they are anonymized. */
const somebody = rowsOf(customers, {
  where: [eq(customers.id, p("customerId")), isNull(customers.anonymizedAt)],
});

const block = statement<{ readonly isBlocked: boolean } | null>(
  "block_customer",
  {
    blocked: update(
      memberships,
      { isBlocked: p("isBlocked") },
      [eq(memberships.customerId, p("customerId")), somebody.exists()],
      sql`is_blocked`,
    ),
    audit: auditArm(sql`blocked`),
  },
  sql`(select json_build_object('isBlocked', is_blocked) from blocked)`,
);

/** Blocks or unblocks a membership. Null if the customer does not exist or is anonymized. */
export async function saveBlock(
  ctx: CoreContext,
  input: { readonly customerId: number; readonly isBlocked: boolean; readonly reason: string },
) {
  const { customerId, isBlocked, reason } = input;
  const action = isBlocked ? "customers.block" : "customers.unblock";
  const change = { action, subject: `customer ${customerId}`, reason };
  return run(ctx.db, block, { ...(await auditParameters(ctx, change)), customerId, isBlocked });
}
