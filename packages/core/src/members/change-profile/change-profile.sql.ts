import { columnsOf as databaseColumns, isDatabaseError } from "@stampbook/db";
import { guessColumns, guessesJson, guessLookup, mayGuess } from "../../entering/access/index.ts";
import { auditColumns, insertAuditEntries } from "../../foundation/audit/index.ts";
import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../foundation/writing/index.ts";
import {
  customerColumns,
  customerLookup,
  identifierForms,
  noticeColumns,
  noticeText,
} from "../../people/customers/index.ts";
import type { ChangeProfileDone, ChangeProfileSeen } from "./change-profile.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "members.changeProfile";

const types = {
  ...customerColumns,
  /** The profile and `extraData` from which the values below are computed. Null: the statement only reads. */
  computedFrom: "json | null",
  /** New values by column. Null if nothing changes, or if the statement only reads. */
  changes: "json | null",
  /** Entries of `customer_identifiers` to write and to delete. */
  claimed: "json",
  freed: "json",
  /** Whether an email, a mobile number or a Member ID changes. */
  hasIdentifiers: "boolean",
  ...noticeColumns,
  /** The audit entry's details. */
  details: "json",
  ...guessColumns,
  ...auditColumns,
  ...keyColumns,
} as const;

/** The values that the statement gets for one call. */
export type ChangeProfileCall = CallOf<typeof types>;

/** The customer `u` as a `Profile`. In `jsonb`, so that two profiles can be compared. */
const profileJson = `jsonb_build_object('name', u.name, 'email', u.email, 'mobileNumber', u.mobile_number,
      'memberId', u.member_id, 'otherMemberIds', u.other_member_ids, 'gender', u.gender,
      'address', u.address, 'postalCode', u.postal_code, 'notes', u.notes, 'birthday', u.birthday,
      'allowNewsletters', u.allow_newsletters, 'allowSmsMarketing', u.allow_sms_marketing,
      'allowWhatsappMarketing', u.allow_whatsapp_marketing, 'registrationStatus', u.registration_status,
      'emailIsVerified', u.email_is_verified, 'phoneIsVerified', u.phone_is_verified)`;

/** `basisOf` in SQL. `extraData` is compared as text, because JavaScript rounds large numbers. */
const basisJson = `(${profileJson} || jsonb_build_object('extraData', u.extra_data::text))`;

/**
 * Joins `t.list`, the merchant's templates for a notice, as a list of `MessageTemplate`. Reads none if the
 * call's values were computed from the current profile, because such a call already contains its notices.
 */
const templates = `
  left join lateral (select json_agg(json_build_object('code', t.code, 'channel', t.channel,
      'subject', t.subject, 'body', t.body, 'html', t.html, 'approved', t.approved)) as list
    from message_templates t
    where t.merchant_id = $1 and t.code = m.notify_template_code and m.notify_credential_changes
      and c.computed_from::jsonb is distinct from ${basisJson}) t on true`;

const seenArms = (form: Form, key: ReturnType<typeof keyParts>) => `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.actor, u.id as customer_id,
    case when u.id is not null then ${profileJson} end as profile, u.extra_data::text as extra_data,
    ${basisJson} as basis, taken.list as taken,
    coalesce(t.list, '[]') as templates,
    case when m.sms_countries = '{}' then array[m.country] else m.sms_countries end as sms_countries,
    to_char(c.now at time zone m.timezone, 'YYYY-MM-DD HH24:MI') as time,
    (c.now at time zone m.timezone)::date as today,
    ${guessesJson} as guesses, ${key.keptJson} as kept,
    ${basisJson} = c.computed_from::jsonb and taken.list is null
      and (not c.has_identifiers or ${mayGuess}) and ${key.isNew} as passes
  from calls c join merchants m on m.id = $1${customerLookup(identifierForms, form)}${templates}
  cross join lateral (select json_agg(json_build_object('form', i.form, 'value', i.value,
      'isReserved', i.is_reserved)) as list
    from json_to_recordset(c.claimed) as x(form text, value text)
    cross join lateral (select i.form, i.value, i.is_reserved from customer_identifiers i
      where i.merchant_id = $1 and i.form = x.form and i.value = x.value
        and i.customer_id <> u.id limit 1) i) taken${guessLookup(form)}${key.lookups}
),
wanted as materialized (
  select b.n, x.form, x.value, x."isReserved" as is_reserved,
    row_number() over (partition by x.form, x.value order by b.n) as place
  from seen b join calls c on c.n = b.n
  cross join lateral json_to_recordset(c.claimed) as x(form text, value text, "isReserved" boolean)
  where b.passes
)`;

const locks = ({ skipLocked }: Form) => `
  cross join lateral (select ms.customer_id from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
    for no key update ${skipLocked}) ms
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
      and ${basisJson} = b.basis
    for no key update ${skipLocked}) u`;

/** The SQL of the statement after the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `${seenArms(form, key)},
able as (
  select b.* from (${firstCalls(form, "seen", ["customer_id", "key"])}) b
  where not exists (select 1 from wanted w where w.n = b.n and w.place > 1)
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.customer_id
  from able b${locks(form)}
),${key.owned}
changed as (
  update customers u set (name, email, mobile_number, member_id, other_member_ids, gender, address,
      postal_code, notes, birthday, allow_newsletters, allow_sms_marketing, allow_whatsapp_marketing,
      registration_status, extra_data, email_is_verified, phone_is_verified) =
    (select x.name, x.email, x.mobile_number, x.member_id, x.other_member_ids, x.gender, x.address,
      x.postal_code, x.notes, x.birthday, x.allow_newsletters, x.allow_sms_marketing,
      x.allow_whatsapp_marketing, x.registration_status, x.extra_data,
      x.email_is_verified, x.phone_is_verified
      from json_populate_record(u, c.changes) x)
  from locked l join calls c on c.n = l.n
  where u.merchant_id = $1 and u.id = l.customer_id and c.changes is not null and ${key.isOwned}
  returning l.*, c.has_identifiers
),
freed as (
  delete from customer_identifiers i
  using changed x join calls c on c.n = x.n
  cross join lateral json_to_recordset(c.freed) as f(form text, value text)
  where i.merchant_id = $1 and i.form = f.form and i.value = f.value and i.customer_id = x.customer_id
  returning i.form
),
claimed as (
  insert into customer_identifiers as i (merchant_id, form, value, customer_id, is_reserved)
  select $1, w.form, w.value, x.customer_id, w.is_reserved
  from changed x join wanted w on w.n = x.n
  order by w.form, w.value
  on conflict (merchant_id, form, value) do update set is_reserved = excluded.is_reserved
    where i.customer_id = excluded.customer_id
  returning i.form
),
voided as (
  delete from one_time_passwords o using changed x
  where o.merchant_id = $1 and o.customer_id = x.customer_id and x.has_identifiers
  returning o.customer_id
),${noticeText("changed", "customer_id")},
entry as (${insertAuditEntries({ action: operation, rows: "changed", subject: "'customer ' || d.customer_id", details: "c.details" })}
),
done as (
  select l.n, l.key, json_build_object('frame', json_build_object(),
    'changed', json_build_object('id', l.customer_id)) as outcome
  from locked l where ${key.isOwned}
)${key.outcome}${answers(
    "seen",
    "done",
    `'customerId', b.customer_id, 'profile', b.profile, 'extraData', b.extra_data,
    'taken', coalesce(b.taken, '[]'), 'guesses', b.guesses, 'noticeTemplates', b.templates,
    'smsCountries', b.sms_countries, 'time', b.time, 'today', b.today, 'kept', b.kept`,
  )}
where case when (select count(*) from claimed) = (select count(*) from changed x join wanted w on w.n = x.n)
  then true else stampbook_refuse('identifiers') end`;
}

/**
 * Changes profiles. A call is done if the rules allow it, it was computed from the current profile, and its
 * idempotency key has no stored outcome. If several calls of a batch share a member, a wanted identifier or a
 * key, only the first is done. Rows that another transaction has locked are skipped. From its third try on, a
 * call waits for such rows (`writing/again.ts`). If another transaction takes a wanted identifier meanwhile,
 * PostgreSQL rolls the statement back.
 */
export const profileChanges = batchStatement<
  ChangeProfileCall,
  ChangeProfileSeen,
  ChangeProfileDone
>("change_profiles", columnsOf(types), arms);

/** New values by column, for the column `changes`. */
export function columnsOfChanges(
  changes: Readonly<Record<string, { readonly to: unknown }>>,
): unknown {
  return JSON.parse(databaseColumns(changes));
}

/** Whether an error means that another transaction has just taken an identifier that the call wants. */
export function isIdentifierTaken(error: unknown): boolean {
  return isDatabaseError(error) && error.code === "23505" && error.message.includes("customers_");
}
