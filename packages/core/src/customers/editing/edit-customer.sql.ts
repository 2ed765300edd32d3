import { columnsOf, GuardRefused, isDatabaseError, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditArm, auditParameters, type changesOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import type { CustomerFields } from "../fields.rules.ts";
import type {
  IdentifierEntry,
  Identifiers,
  TakenIdentifier,
} from "../identifiers/identifiers.rules.ts";
import {
  allClaimed,
  claimedArm,
  identifiersParameter,
  wantedArm,
} from "../identifiers/identifiers.sql.ts";

const p = sql.placeholder;

/** The data that the rules of an edit check. */
export type EditScene = {
  readonly before: CustomerFields | null;
  readonly taken: readonly TakenIdentifier[];
  readonly levels: readonly number[];
};

/** True if the customer exists and is not anonymized. */
const isSomebody = sql`exists (select 1 from customers c where c.merchant_id = ${p("merchantId")}::bigint
  and c.id = ${p("customerId")}::bigint and c.anonymized_at is null)`;

/** The rows `c` of a customer and `ms` of the membership, as `CustomerFields`. */
const fieldsDoc = sql`json_build_object('name', c.name, 'email', c.email, 'mobileNumber', c.mobile_number,
  'memberId', c.member_id, 'otherMemberIds', c.other_member_ids, 'gender', c.gender, 'address', c.address, 'birthday', c.birthday,
  'isActive', c.is_active, 'level', ms.level, 'status', ms.status, 'tags', ms.tags)`;

const scene = statement<EditScene>(
  "load_customer_edit",
  { wanted: wantedArm },
  sql`json_build_object(
    'before', (select ${fieldsDoc} from customers c
      join memberships ms on ms.merchant_id = c.merchant_id and ms.customer_id = c.id
      where c.merchant_id = ${p("merchantId")}::bigint and c.id = ${p("customerId")}::bigint
        and c.anonymized_at is null),
    'taken', (select coalesce(json_agg(json_build_object('form', i.form, 'value', i.value, 'isReserved', i.is_reserved)), '[]')
      from wanted w join customer_identifiers i on i.merchant_id = ${p("merchantId")}::bigint
        and i.form = w.form and i.value = w.value
      where i.customer_id <> ${p("customerId")}::bigint),
    'levels', (select coalesce(json_agg(level), '[]') from levels where merchant_id = ${p("merchantId")}::bigint))`,
);

/**
 * Reads the customer (null if unknown), and which of the new identifiers belong to other customers.
 */
export function loadEditScene(
  ctx: CoreContext,
  customerId: number,
  wanted: readonly IdentifierEntry[],
): Promise<EditScene> {
  const merchantId = ctx.caller.merchant.id;
  const identifiers = identifiersParameter(wanted);
  return run(ctx.db, scene, { merchantId, customerId, identifiers });
}

/** Locks the membership first, as redemptions do; in the other order they could deadlock. */
const edit = statement<CustomerFields | null>(
  "save_customer_edit",
  {
    member: sql`update memberships ms set (level, status, tags) = (select x.level, x.status, x.tags
        from jsonb_populate_record(ms, ${p("changes")}::text::jsonb) x)
      where ms.merchant_id = ${p("merchantId")}::bigint and ms.customer_id = ${p("customerId")}::bigint
      returning ms.level, ms.status, ms.tags`,
    edited: sql`update customers c
      set (name, email, mobile_number, member_id, other_member_ids, gender, address, birthday, is_active) =
        (select x.name, x.email, x.mobile_number, x.member_id, x.other_member_ids, x.gender, x.address,
            x.birthday, x.is_active
          from jsonb_populate_record(c, ${p("changes")}::text::jsonb) x)
      where c.merchant_id = ${p("merchantId")}::bigint and c.id = ${p("customerId")}::bigint
        and c.anonymized_at is null and exists (select 1 from member)
        and (${p("identifiers")}::text is null or ${p("seen")}::text::jsonb
          = jsonb_build_array(c.email, c.mobile_number, c.member_id, c.other_member_ids))
      returning c.*`,
    wanted: wantedArm,
    freed: sql`delete from customer_identifiers i
      where i.merchant_id = ${p("merchantId")}::bigint and i.customer_id = ${p("customerId")}::bigint
        and ${p("identifiers")}::text is not null and exists (select 1 from edited)
        and (i.form, i.value) not in (select form, value from wanted)`,
    claimed: claimedArm(sql`edited`),
    audit: auditArm(sql`edited`),
  },
  sql`(select case when ${allClaimed} and exists (select 1 from edited)
      then (select ${fieldsDoc} from edited c, member ms)
      else to_json(stampbook_refuse('identifiers')) end)`,
);

/** An edit of identifiers: those that were read, and the entries to write. */
export type IdentifierEdit = { readonly seen: Identifiers; readonly wanted: IdentifierEntry[] };

/**
 * Writes only the changed fields, with the audit entry. Returns all fields after the change. Returns
 * null if an identifier was taken or edited meanwhile, or after a deadlock.
 */
export async function saveEdit(
  ctx: CoreContext,
  customerId: number,
  changes: ReturnType<typeof changesOf>,
  identifiers: IdentifierEdit | null,
): Promise<CustomerFields | null> {
  const entry = { action: "customers.edit", subject: `customer ${customerId}`, details: changes };
  try {
    return await run(ctx.db, edit, {
      ...(await auditParameters(ctx, entry)),
      changes: columnsOf(changes),
      customerId,
      identifiers: identifiersParameter(identifiers?.wanted ?? null),
      seen: identifiers && seenParameter(identifiers.seen),
    });
  } catch (error) {
    if (error instanceof GuardRefused) return null;
    if (isDatabaseError(error) && ["23505", "40P01"].includes(error.code)) return null;
    throw error;
  }
}

function seenParameter({ email, mobileNumber, memberId, otherMemberIds }: Identifiers): string {
  return JSON.stringify([email, mobileNumber, memberId, otherMemberIds]);
}

const block = statement<{ readonly isBlocked: boolean } | null>(
  "block_customer",
  {
    blocked: sql`update memberships set is_blocked = ${p("isBlocked")}::boolean
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
        and ${isSomebody}
      returning is_blocked`,
    audit: auditArm(sql`blocked`),
  },
  sql`(select json_build_object('isBlocked', is_blocked) from blocked)`,
);

/** Blocks or unblocks a membership; null if it does not exist. */
export async function saveBlock(
  ctx: CoreContext,
  input: { readonly customerId: number; readonly isBlocked: boolean; readonly reason: string },
) {
  const { customerId, isBlocked, reason } = input;
  const action = isBlocked ? "customers.block" : "customers.unblock";
  const change = { action, subject: `customer ${customerId}`, reason };
  return run(ctx.db, block, { ...(await auditParameters(ctx, change)), customerId, isBlocked });
}
