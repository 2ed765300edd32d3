import {
  type Db,
  insertInto,
  inTransaction,
  now,
  rowsOf,
  rowsOfPersons,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { and, eq, ne, not, type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters, securityEventArm } from "../../../foundation/audit/index.ts";
import type { CoreContext, CoreDeps } from "../../../foundation/context.ts";
import {
  type noMessage,
  outboxArm,
  type QueuedMessage,
} from "../../../foundation/messages/index.ts";
import { hasSecondFactor } from "./has-second-factor.sql.ts";
import type { FactorOwner } from "./second-factor.rules.ts";

const {
  auditEntries: audit,
  securityEvents: events,
  staffDevicePeople: people,
  staffMembers: members,
  staffUsers: users,
} = schema;

const p = sql.placeholder;

// reads without a merchant: a person has one account for all merchants
const owner = (condition: SQL) =>
  rowsOfPersons(users, { where: [condition] }).one({
    id: users.id,
    name: users.name,
    email: users.email,
    hasSecondFactor,
    merchants: sql`(select coalesce(json_agg(m.merchant_id order by m.merchant_id), '[]')
      from staff_members m where m.user_id = ${users.id})`,
  });

const byId = statement<FactorOwner | null>(
  "factor_owner_by_id",
  {},
  owner(eq(users.id, p("userId"))),
);
const byEmail = statement<FactorOwner | null>(
  "factor_owner_by_email",
  {},
  owner(eq(users.email, p("email"))),
);

/**
 * Returns the person with this id or email. They may work for any merchant, or for none. Null if there is no
 * such person.
 */
export function findFactorOwner(
  db: Db,
  who: { readonly userId: string } | { readonly email: string },
): Promise<FactorOwner | null> {
  return "userId" in who ? run(db, byId, who) : run(db, byEmail, who);
}

/**
 * CTEs that remove a person's second factor, passkeys and PINs, and end their sessions, reset links, trusted
 * devices and unfinished sign-ins. Of the sign-in methods, only the password stays.
 */
const cleared = (condition?: SQL) => ({
  cleared: update(
    users,
    { twoFactorEnabled: sql`false`, updatedAt: now },
    [eq(users.id, p("userId")), hasSecondFactor, condition],
    sql`id`,
  ),
  factors: sql`delete from staff_two_factors where user_id in (select id from cleared)`,
  passkeys: sql`delete from staff_passkeys where user_id in (select id from cleared)`,
  pins: sql`delete from staff_pins where user_id in (select id from cleared)`,
  sessions: sql`delete from staff_sessions where user_id in (select id from cleared)`,
  links: sql`delete from staff_verifications where value in (select id from cleared)`,
});
const isDone = sql`(select to_json(exists (select 1 from cleared)))`;

/**
 * Makes a merchant's shared devices forget that the person used the second factor there. They then ask for
 * the new factor before they accept the new PIN.
 */
const forgetOnDevices = (isPerson: SQL) =>
  update(people, { secondFactorAt: sql`null` }, [isPerson]);

const worksHere = rowsOf(members, { where: [eq(members.userId, users.id)] }).exists();
const worksElsewhere = sql`exists (select 1 from ${members}
  where ${and(eq(members.userId, users.id), ne(members.merchantId, p("merchantId")))})`;

const byOwner = statement<boolean>(
  "reset_second_factor",
  {
    ...cleared(and(worksHere, not(worksElsewhere))),
    devices: forgetOnDevices(sql`${people.userId} in (select id from cleared)`),
    mailed: outboxArm(sql`cleared`),
    audit: auditArm(sql`cleared`),
    event: securityEventArm(sql`cleared`, "second-factor-reset"),
  },
  isDone,
);

const ACTION = "settings.staff.resetSecondFactor";

/**
 * Removes a colleague's second factor, passkeys and PINs, ends their sessions, and queues `mail`. Shared
 * devices forget the factor. Returns false if the person does not work here, also works elsewhere, or has no
 * factor.
 */
export async function clearAsMerchant(
  ctx: CoreContext,
  userId: string,
  mail: QueuedMessage | typeof noMessage,
): Promise<boolean> {
  const entry = { action: ACTION, subject: `staff ${userId}` };
  return run(ctx.db, byOwner, { ...(await auditParameters(ctx, entry)), ...mail, userId });
}

const ofEachMerchant = {
  from: sql`from cleared, unnest(${p("merchants")}::bigint[], ${p("auditIds")}::bigint[])
    as recorded(merchant_id, id)`,
};
const record = {
  merchantId: sql`recorded.merchant_id`,
  id: sql`recorded.id`,
  actor: sql`'operator'`,
  subject: p("subject"),
  createdAt: now,
};

const onDevices = statement<null>(
  "forget_second_factor_on_devices",
  { devices: forgetOnDevices(eq(people.userId, p("userId"))) },
  sql`null`,
);

const byOperator = statement<boolean>(
  "reset_second_factor_by_operator",
  {
    ...cleared(),
    mailed: outboxArm(sql`cleared`),
    audit: insertInto(
      audit,
      { ...record, action: p("action"), details: sql`'{}'` },
      ofEachMerchant,
    ),
    event: insertInto(
      events,
      { ...record, what: sql`'second-factor-reset'`, result: sql`'done'` },
      ofEachMerchant,
    ),
  },
  isDone,
);

/**
 * Removes any person's second factor, passkeys and PINs, ends their sessions, and queues `mail`. The shared
 * devices of all their merchants forget the factor. Writes an audit entry and an event for each merchant.
 * Returns false if the person has no factor.
 */
export async function clearAsOperator(
  deps: CoreDeps,
  { id: userId, merchants }: FactorOwner,
  mail: QueuedMessage | typeof noMessage,
): Promise<boolean> {
  const auditIds: number[] = [];
  for (const merchantId of merchants)
    auditIds.push(await deps.ids.take(merchantId, "audit_entries"));
  return inTransaction(deps.db, async (tx) => {
    const isDone = await run(tx, byOperator, {
      ...mail,
      userId,
      merchantId: merchants[0] ?? null,
      merchants: `{${merchants.join(",")}}`,
      auditIds: `{${auditIds.join(",")}}`,
      action: ACTION,
      subject: `staff ${userId}`,
      offsetMs: deps.clockOffsetMs,
    });
    // one statement for each merchant, because the rows of a merchant are on one node
    for (const merchantId of merchants) await run(tx, onDevices, { merchantId, userId });
    return isDone;
  });
}
