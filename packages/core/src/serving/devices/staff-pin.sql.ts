import { deleteFrom, insertInto, rowsOf, run, schema, statement } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { auditArm, auditParameters, securityEventArm } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";

const { staffPins: pins } = schema;

const p = sql.placeholder;

const write = statement<null>(
  "set_staff_pin",
  {
    changed: insertInto(
      pins,
      { userId: p("userId"), id: p("pinId"), verifier: p("verifier") },
      {
        end: sql`on conflict (merchant_id, user_id) do update
          set id = excluded.id, verifier = excluded.verifier, created_at = excluded.created_at
          returning user_id`,
      },
    ),
    audit: auditArm(sql`changed`),
    event: securityEventArm(sql`changed`, "staff-pin-set"),
  },
  sql`null`,
);

/** Inserts or replaces a person's PIN at the merchant, with an audit entry. */
export async function upsertStaffPin(
  ctx: CoreContext,
  pin: { readonly userId: string; readonly pinId: string; readonly verifier: string },
): Promise<void> {
  const entry = { action: "ownPin.set", subject: `staff ${pin.userId}` };
  await run(ctx.db, write, { ...(await auditParameters(ctx, entry)), ...pin });
}

const remove = statement<null>(
  "remove_staff_pin",
  {
    changed: deleteFrom(pins, [eq(pins.userId, p("userId"))]),
    audit: auditArm(sql`changed`),
    event: securityEventArm(sql`changed`, "staff-pin-removed"),
  },
  sql`null`,
);

const find = statement<boolean>(
  "has_staff_pin",
  {},
  sql`to_json(${rowsOf(pins, { where: [eq(pins.userId, p("userId"))] }).exists()})`,
);

/** Returns whether the caller has a PIN for the merchant's shared devices. False for tokens. */
export async function hasStaffPin({ db, caller }: CoreContext): Promise<boolean> {
  if (caller.kind !== "staff") return false;
  return run(db, find, { merchantId: caller.merchant.id, userId: caller.userId });
}

/**
 * Removes the caller's own PIN. Sessions opened with it are refused from their next call on. Does nothing for
 * tokens.
 */
export async function removeStaffPin(ctx: CoreContext): Promise<void> {
  if (ctx.caller.kind !== "staff") return;
  const { userId } = ctx.caller;
  const entry = { action: "ownPin.remove", subject: `staff ${userId}` };
  await run(ctx.db, remove, { ...(await auditParameters(ctx, entry)), userId });
}
