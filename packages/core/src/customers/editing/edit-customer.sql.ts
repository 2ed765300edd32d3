import {
  asPart,
  columnsOf,
  GuardRefused,
  isDatabaseError,
  json,
  now,
  ofMerchant,
  rowsOf,
  run,
  schema,
  statement,
} from "@stampbook/db";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { auditArm, auditParameters, type changesOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { smsCountriesDoc, templatesDoc } from "../../messages/index.ts";
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
import type { NoticeSeen } from "../notices/notices.rules.ts";
import { noticeArms } from "../notices/notices.sql.ts";
import type { Notices } from "../notices/prepare-notices.ts";

const { customerIdentifiers: identifiers, customers, levels, memberships } = schema;

const p = sql.placeholder;

/** The data that `loadEditScene` reads, for the rules of an edit. */
type EditScene = NoticeSeen & {
  readonly before: CustomerFields | null;
  readonly taken: readonly TakenIdentifier[];
  readonly levels: readonly number[];
  /** The current day in the merchant's time zone, `YYYY-MM-DD`. */
  readonly today: string;
};

/** The customer, unless they are anonymized. */
const somebody = rowsOf(customers, {
  where: [eq(customers.id, p("customerId")), isNull(customers.anonymizedAt)],
});

/** The columns of `CustomerFields`. */
const fields = {
  name: customers.name,
  email: customers.email,
  mobileNumber: customers.mobileNumber,
  memberId: customers.memberId,
  otherMemberIds: customers.otherMemberIds,
  gender: customers.gender,
  address: customers.address,
  birthday: customers.birthday,
  notes: customers.notes,
  isActive: customers.isActive,
  level: memberships.level,
  status: memberships.status,
  tags: memberships.tags,
  allowNewsletters: customers.allowNewsletters,
  allowSmsMarketing: customers.allowSmsMarketing,
  allowWhatsappMarketing: customers.allowWhatsappMarketing,
};

const taken = {
  form: identifiers.form,
  value: identifiers.value,
  isReserved: identifiers.isReserved,
};

const scene = statement<EditScene>(
  "load_customer_edit",
  {
    wanted: wantedArm,
    merchant: sql`select * from merchants where id = ${p("merchantId")}`,
  },
  json({
    before: somebody.join(memberships, eq(memberships.customerId, customers.id)).one(fields),
    taken: sql`(select coalesce(json_agg(${json(taken)}), '[]') from wanted w
      join ${identifiers} on ${and(ofMerchant(identifiers), eq(identifiers.form, sql`w.form`), eq(identifiers.value, sql`w.value`))}
      where ${ne(identifiers.customerId, p("customerId"))})`,
    levels: rowsOf(levels, { where: [] }).value(sql`coalesce(json_agg(${levels.level}), '[]')`),
    noticeTemplates: templatesDoc(
      sql`(select notify_template_code from merchant where notify_credential_changes)`,
    ),
    smsCountries: smsCountriesDoc,
    today: sql`(${now} at time zone (select timezone from merchant))::date`,
    time: sql`to_char(${now} at time zone (select timezone from merchant), 'YYYY-MM-DD HH24:MI')`,
  }),
);

/**
 * Reads the customer (null if unknown), the entries of `wanted` that other customers have, the merchant's
 * levels, the current day, and what notices need.
 */
export function loadEditScene(
  ctx: CoreContext,
  customerId: number,
  wanted: readonly IdentifierEntry[],
): Promise<EditScene> {
  const merchantId = ctx.caller.merchant.id;
  const identifiers = identifiersParameter(wanted);
  return run(ctx.db, scene, {
    ...{ merchantId, customerId, identifiers },
    offsetMs: ctx.clockOffsetMs,
  });
}

/**
 * Whether the customer `c` has the identifiers of `seenParameter`. Compares each column, because Citus allows
 * no stable function over columns, such as `jsonb_build_array`, in an UPDATE of a distributed table.
 */
const isAsSeen = sql`(c.email is not distinct from (${p("seen")}::jsonb ->> 0)
  and c.mobile_number is not distinct from (${p("seen")}::jsonb ->> 1)
  and c.member_id is not distinct from (${p("seen")}::jsonb ->> 2)
  and c.other_member_ids = array(select jsonb_array_elements_text(${p("seen")}::jsonb -> 3)))`;

const notices = noticeArms("changed", "customer_id");
const noticeArm = (text: string) => asPart(text, sql`${p("merchantId")}`);

/**
 * Locks the membership before the customer, as redemptions do. In the other order an edit and a redemption
 * could deadlock.
 */
const edit = statement<CustomerFields | null>(
  "save_customer_edit",
  {
    wanted: wantedArm,
    held: sql`select ms.level, ms.level_until from memberships ms
      where ms.merchant_id = ${p("merchantId")} and ms.customer_id = ${p("customerId")}
      for no key update`,
    // a level that staff set by hand has no last day
    member: sql`update memberships ms set (level, status, tags) = (select x.level, x.status, x.tags
        from jsonb_populate_record(ms, ${p("changes")}) x),
        level_until = case when h.level = coalesce((${p("changes")}::jsonb->>'level')::int, h.level)
          then ms.level_until end
      from held h
      where ms.merchant_id = ${p("merchantId")} and ms.customer_id = ${p("customerId")}
      returning ms.level, ms.status, ms.tags, h.level as level_before, h.level_until as until_before`,
    edited: sql`update customers c
      set (name, email, mobile_number, member_id, other_member_ids, gender, address, birthday, notes, is_active,
          allow_newsletters, allow_sms_marketing, allow_whatsapp_marketing, registration_status,
          email_is_verified, phone_is_verified) =
        (select x.name, x.email, x.mobile_number, x.member_id, x.other_member_ids, x.gender, x.address,
            x.birthday, x.notes, x.is_active, x.allow_newsletters, x.allow_sms_marketing,
            x.allow_whatsapp_marketing,
            case when x.name = '' then c.registration_status else 'Full' end,
            c.email_is_verified and x.email is not distinct from c.email,
            c.phone_is_verified and x.mobile_number is not distinct from c.mobile_number
          from jsonb_populate_record(c, ${p("changes")}) x)
      where c.merchant_id = ${p("merchantId")} and c.id = ${p("customerId")}
        and c.anonymized_at is null and exists (select 1 from member)
        and (${p("identifiers")} is null or ${isAsSeen})
        and (c.name = '' or not ${p("isFirstName")}::boolean)
      returning c.*`,
    freed: sql`delete from customer_identifiers i
      where i.merchant_id = ${p("merchantId")} and i.customer_id = ${p("customerId")}
        and ${p("identifiers")} is not null and exists (select 1 from edited)
        and (i.form, i.value) not in (select form, value from wanted)`,
    claimed: claimedArm(sql`edited`),
    level_change: sql`insert into level_changes as x (merchant_id, id, customer_id, level_before,
        level_after, until, until_before, cause, created_at, created_by)
      select ${p("merchantId")}, ${p("levelChange")}, ${p("customerId")}, m.level_before, m.level, null,
        m.until_before, 'hand', ${now}, ${p("auditActor")}
      from member m where m.level <> m.level_before and exists (select 1 from edited)
      returning x.id`,
    voided: sql`delete from one_time_passwords o
      where o.merchant_id = ${p("merchantId")} and o.customer_id = ${p("customerId")}
        and ${p("voidsCodes")}::boolean and exists (select 1 from edited)`,
    calls: sql`select 1 as n, ${p("notices")}::json as notices, ${p("spendings")}::json as spendings`,
    changed: sql`select 1 as n, id as customer_id, ${now} as now from edited`,
    affordable: noticeArm(notices.affordable),
    spent: noticeArm(notices.spent),
    notice: noticeArm(notices.notice),
    audit: auditArm(sql`edited`),
  },
  sql`(select case when ${allClaimed} and exists (select 1 from edited)
      then (select ${json(fields)} from edited as ${customers}, member as ${memberships})
      else to_json(stampbook_refuse('identifiers')) end)`,
);

/** The identifiers before an edit, and the entries to write. */
export type IdentifierEdit = { readonly seen: Identifiers; readonly wanted: IdentifierEntry[] };

/** An edit to write. */
type EditToSave = Notices & {
  readonly customerId: number;
  readonly changes: ReturnType<typeof changesOf>;
  /** Null if no identifier changes. */
  readonly identifiers: IdentifierEdit | null;
  /** Whether the customer must still have no name. */
  readonly isFirstName: boolean;
  /** Whether open one-time passwords are deleted. */
  readonly voidsCodes: boolean;
};

/**
 * Writes only the changed fields, with an audit entry. Also writes a changed level to `level_changes`, and
 * queues the notices. Returns all fields after the edit. Null if an identifier was taken or edited meanwhile,
 * if the customer was anonymized or, with `isFirstName`, named meanwhile, or after a deadlock.
 */
export async function saveEdit(
  ctx: CoreContext,
  { customerId, changes, identifiers, isFirstName, voidsCodes, notices, spendings }: EditToSave,
): Promise<CustomerFields | null> {
  const entry = { action: "customers.edit", subject: `customer ${customerId}`, details: changes };
  try {
    return await run(ctx.db, edit, {
      ...(await auditParameters(ctx, entry)),
      changes: columnsOf(changes),
      customerId,
      levelChange: changes.level
        ? await ctx.ids.take(ctx.caller.merchant.id, "level_changes")
        : null,
      identifiers: identifiersParameter(identifiers?.wanted ?? null),
      seen: identifiers && seenParameter(identifiers.seen),
      ...{ isFirstName, voidsCodes },
      notices: JSON.stringify(notices),
      spendings: JSON.stringify(spendings),
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
