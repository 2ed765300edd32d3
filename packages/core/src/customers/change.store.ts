import { isDatabaseError, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import type { CustomerFields, Taken } from "./change.rules.ts";

const p = sql.placeholder;

/** What the rules of an edit look at. */
export type EditScene = {
  readonly before: CustomerFields | null;
  readonly taken: Taken;
  readonly levels: readonly number[];
};

const scene = statement<EditScene>(
  "load_customer_edit",
  {},
  sql`json_build_object(
    'before', (select json_build_object('name', c.name, 'email', c.email, 'mobileNumber', c.mobile_number,
        'memberId', c.member_id, 'gender', c.gender, 'address', c.address, 'birthday', c.birthday,
        'isActive', c.is_active, 'level', ms.level, 'status', ms.status, 'tags', ms.tags)
      from customers c
      join memberships ms on ms.merchant_id = c.merchant_id and ms.customer_id = c.id
      where c.merchant_id = ${p("merchantId")}::bigint and c.id = ${p("customerId")}::bigint),
    'taken', json_build_object(
      'email', exists (select from customers where merchant_id = ${p("merchantId")}::bigint
        and email = ${p("email")}::text and id <> ${p("customerId")}::bigint),
      'mobileNumber', exists (select from customers where merchant_id = ${p("merchantId")}::bigint
        and mobile_number = ${p("mobileNumber")}::text and id <> ${p("customerId")}::bigint),
      'memberId', exists (select from customers where merchant_id = ${p("merchantId")}::bigint
        and member_id = ${p("memberId")}::text and id <> ${p("customerId")}::bigint)),
    'levels', (select json_agg(level) from levels where merchant_id = ${p("merchantId")}::bigint))`,
);

/** Reads who the customer is, and whose the new identifiers are. */
export function loadEditScene(
  ctx: CoreContext,
  customerId: number,
  wanted: Pick<CustomerFields, keyof Taken>,
): Promise<EditScene> {
  const { email, mobileNumber, memberId } = wanted;
  const merchantId = ctx.caller.merchant.id;
  return run(ctx.db, scene, { merchantId, customerId, email, mobileNumber, memberId });
}

const edit = statement<true | null>(
  "save_customer_edit",
  {
    edited: sql`update customers set name = ${p("name")}::text, email = ${p("email")}::text,
        mobile_number = ${p("mobileNumber")}::text, member_id = ${p("memberId")}::text,
        gender = ${p("gender")}::text, address = ${p("address")}::text, birthday = ${p("birthday")}::date,
        is_active = ${p("isActive")}::boolean
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("customerId")}::bigint
      returning id`,
    member: sql`update memberships set level = ${p("level")}::int, status = ${p("status")}::int,
        tags = ${p("tags")}::text::text[]
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
        and exists (select from edited)`,
    audit: auditArm(sql`edited`),
  },
  sql`(select to_json(true) from edited)`,
);

/** Writes the whole customer with the record of it; false where an identifier was taken meanwhile. */
export async function saveEdit(
  ctx: CoreContext,
  customerId: number,
  fields: CustomerFields,
  details: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const subject = `customer ${customerId}`;
  const { tags } = fields;
  try {
    const done = await run(ctx.db, edit, {
      ...(await auditParameters(ctx, { action: "customers.edit", subject, details })),
      ...fields,
      tags: `{${tags.map((tag) => JSON.stringify(tag)).join(",")}}`,
      customerId,
    });
    return done === true;
  } catch (error) {
    if (isDatabaseError(error) && error.code === "23505") return false;
    throw error;
  }
}

const adjust = statement<{ readonly stamps: number } | null>(
  "adjust_stamps",
  {
    adjusted: sql`update memberships set stamps = stamps + ${p("delta")}::bigint
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
        and stamps + ${p("delta")}::bigint >= 0
      returning stamps`,
    entry: sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, created_at)
      select ${p("merchantId")}::bigint, ${p("customerId")}::bigint, 'adjustment', ${p("auditId")}::bigint,
        ${p("delta")}::bigint, clock_timestamp() + ${p("offsetMs")}::double precision * interval '1 millisecond'
      from adjusted`,
    audit: auditArm(sql`adjusted`),
  },
  sql`(select json_build_object('stamps', stamps) from adjusted)`,
);

/** A change of stamps by hand. */
export type Adjustment = {
  readonly customerId: number;
  readonly delta: number;
  readonly reason: string;
};

/** Changes the stamps with ledger entry and record; null where that leaves less than none. */
export async function saveAdjustment(ctx: CoreContext, { customerId, delta, reason }: Adjustment) {
  const change = {
    action: "customers.adjustStamps",
    subject: `customer ${customerId}`,
    reason,
    details: { delta },
  };
  return run(ctx.db, adjust, { ...(await auditParameters(ctx, change)), customerId, delta });
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
