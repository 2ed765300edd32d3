import { columnsOf, isDatabaseError, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm, auditParameters, changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { changedOrRefuse, type Keyed, keptArm, keyArm, keyed } from "../retries/index.ts";
import type { CustomerFields, Taken } from "./change.rules.ts";

const p = sql.placeholder;

/** What the rules of an edit look at. */
export type EditScene = {
  readonly before: CustomerFields | null;
  readonly taken: Taken;
  readonly levels: readonly number[];
};

/** The rows `c` of a customer and `ms` of the membership, as `CustomerFields`. */
const fieldsDoc = sql`json_build_object('name', c.name, 'email', c.email, 'mobileNumber', c.mobile_number,
  'memberId', c.member_id, 'gender', c.gender, 'address', c.address, 'birthday', c.birthday,
  'isActive', c.is_active, 'level', ms.level, 'status', ms.status, 'tags', ms.tags)`;

const scene = statement<EditScene>(
  "load_customer_edit",
  {},
  sql`json_build_object(
    'before', (select ${fieldsDoc} from customers c
      join memberships ms on ms.merchant_id = c.merchant_id and ms.customer_id = c.id
      where c.merchant_id = ${p("merchantId")}::bigint and c.id = ${p("customerId")}::bigint),
    'taken', json_build_object(
      'email', exists (select from customers where merchant_id = ${p("merchantId")}::bigint
        and email = ${p("email")}::text and id is distinct from ${p("customerId")}::bigint),
      'mobileNumber', exists (select from customers where merchant_id = ${p("merchantId")}::bigint
        and mobile_number = ${p("mobileNumber")}::text and id is distinct from ${p("customerId")}::bigint),
      'memberId', exists (select from customers where merchant_id = ${p("merchantId")}::bigint
        and member_id = ${p("memberId")}::text and id is distinct from ${p("customerId")}::bigint)),
    'levels', (select coalesce(json_agg(level), '[]') from levels where merchant_id = ${p("merchantId")}::bigint))`,
);

/** Reads who the customer is, null for somebody new, and whose the new identifiers are. */
export function loadEditScene(
  ctx: CoreContext,
  customerId: number | null,
  wanted: Pick<CustomerFields, keyof Taken>,
): Promise<EditScene> {
  const { email, mobileNumber, memberId } = wanted;
  const merchantId = ctx.caller.merchant.id;
  return run(ctx.db, scene, { merchantId, customerId, email, mobileNumber, memberId });
}

/** The membership first, as redemptions take them: the other way round, each may wait for the other. */
const edit = statement<CustomerFields | null>(
  "save_customer_edit",
  {
    member: sql`update memberships ms set (level, status, tags) = (select x.level, x.status, x.tags
        from jsonb_populate_record(ms, ${p("changes")}::text::jsonb) x)
      where ms.merchant_id = ${p("merchantId")}::bigint and ms.customer_id = ${p("customerId")}::bigint
      returning ms.level, ms.status, ms.tags`,
    edited: sql`update customers c
      set (name, email, mobile_number, member_id, gender, address, birthday, is_active) =
        (select x.name, x.email, x.mobile_number, x.member_id, x.gender, x.address, x.birthday, x.is_active
          from jsonb_populate_record(c, ${p("changes")}::text::jsonb) x)
      where c.merchant_id = ${p("merchantId")}::bigint and c.id = ${p("customerId")}::bigint
        and exists (select from member)
      returning c.*`,
    audit: auditArm(sql`edited`),
  },
  sql`(select ${fieldsDoc} from edited c, member ms)`,
);

/**
 * Writes what changes, and nothing else, with the record of it. Returns the whole as it stands then;
 * null where an identifier was taken meanwhile, and where it stood in a deadlock.
 */
export async function saveEdit(
  ctx: CoreContext,
  customerId: number,
  changes: ReturnType<typeof changesOf>,
): Promise<CustomerFields | null> {
  const entry = { action: "customers.edit", subject: `customer ${customerId}`, details: changes };
  try {
    return await run(ctx.db, edit, {
      ...(await auditParameters(ctx, entry)),
      changes: columnsOf(changes),
      customerId,
    });
  } catch (error) {
    if (isDatabaseError(error) && ["23505", "40P01"].includes(error.code)) return null;
    throw error;
  }
}

const add = statement<{ readonly id: number }>(
  "add_customer",
  {
    key: keyArm,
    added: sql`insert into customers (merchant_id, id, name, email, mobile_number, member_id, gender, address,
        birthday, created_at)
      select ${p("merchantId")}::bigint, ${p("customerId")}::bigint, x.name, x.email, x.mobile_number,
        x.member_id, x.gender, x.address, x.birthday, ${now}
      from jsonb_populate_record(null::customers, ${p("fields")}::text::jsonb) x
      where ${keyed}
      on conflict do nothing
      returning id, created_at`,
    member: sql`insert into memberships (merchant_id, customer_id, level, start_date, created_at)
      select ${p("merchantId")}::bigint, id, ${p("level")}::int,
        (created_at at time zone ${p("timezone")}::text)::date, created_at
      from added`,
    audit: auditArm(sql`added`),
    changed: sql`select json_build_object('id', id) as doc from added`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** Writes a customer with an empty membership and the record of it; nothing where an identifier is taken. */
export async function saveNewCustomer(ctx: CoreContext, fields: CustomerFields, keyed: Keyed) {
  const { merchant } = ctx.caller;
  const customerId = await ctx.ids.take(merchant.id, "customers");
  const details = changesOf(null, fields);
  const entry = { action: keyed.operation, subject: `customer ${customerId}`, details };
  return run(ctx.db, add, {
    ...(await auditParameters(ctx, entry)),
    ...keyed,
    customerId,
    fields: columnsOf(details),
    level: fields.level,
    timezone: merchant.timezone,
  });
}

const adjust = statement<{ readonly stamps: number }>(
  "adjust_stamps",
  {
    key: keyArm,
    adjusted: sql`update memberships set stamps = stamps + ${p("delta")}::bigint
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
        and stamps + ${p("delta")}::bigint >= 0 and ${keyed}
      returning stamps`,
    entry: sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, created_at)
      select ${p("merchantId")}::bigint, ${p("customerId")}::bigint, 'adjustment', ${p("auditId")}::bigint,
        ${p("delta")}::bigint, ${now}
      from adjusted`,
    audit: auditArm(sql`adjusted`),
    changed: sql`select json_build_object('stamps', stamps) as doc from adjusted`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** A change of stamps by hand. */
export type Adjustment = {
  readonly customerId: number;
  readonly delta: number;
  readonly reason: string;
};

/** Changes the stamps with ledger entry and record; nothing stays where that leaves less than none. */
export async function saveAdjustment(
  ctx: CoreContext,
  { customerId, delta, reason }: Adjustment,
  keyed: Keyed,
) {
  const change = {
    action: "customers.adjustStamps",
    subject: `customer ${customerId}`,
    reason,
    details: { delta },
  };
  const audit = await auditParameters(ctx, change);
  return run(ctx.db, adjust, { ...audit, ...keyed, customerId, delta });
}

const heldStamps = statement<number | null>(
  "held_stamps",
  {},
  sql`(select to_json(stamps) from memberships
    where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint)`,
);

/** What a customer holds; null where there is none. */
export function findStamps(ctx: CoreContext, customerId: number): Promise<number | null> {
  return run(ctx.db, heldStamps, { merchantId: ctx.caller.merchant.id, customerId });
}

const block = statement<{ readonly isBlocked: boolean } | null>(
  "block_customer",
  {
    blocked: sql`update memberships set is_blocked = ${p("isBlocked")}::boolean
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
      returning is_blocked`,
    audit: auditArm(sql`blocked`),
  },
  sql`(select json_build_object('isBlocked', is_blocked) from blocked)`,
);

/** Blocks or opens a membership; null where there is none. */
export async function saveBlock(
  ctx: CoreContext,
  input: { readonly customerId: number; readonly isBlocked: boolean; readonly reason: string },
) {
  const { customerId, isBlocked, reason } = input;
  const action = isBlocked ? "customers.block" : "customers.unblock";
  const change = { action, subject: `customer ${customerId}`, reason };
  return run(ctx.db, block, { ...(await auditParameters(ctx, change)), customerId, isBlocked });
}
