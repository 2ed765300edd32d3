import { auditColumns, insertAuditEntries } from "../../audit/index.ts";
import {
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../writing/index.ts";
import type { AddDone, AddSeen } from "./add-customer.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "customers.add";

const types = {
  customer: "bigint",
  /** The id's digits as a mobile number in E.164, if they can be one. */
  idAsNumber: "text | null",
  name: "text",
  email: "text | null",
  mobileNumber: "text | null",
  memberId: "text | null",
  otherMemberIds: "json",
  gender: "text",
  postalAddress: "text",
  birthday: "date | null",
  /** The rows of `customer_identifiers`: form, value and isReserved. */
  identifiers: "json",
  /** The audit entry's details, without the level. */
  details: "json",
  ...auditColumns,
  ...keyColumns,
} as const;

/** What the statement is sent for one call. */
export type AddCall = CallOf<typeof types>;

/** Whether each identifier of each new customer was claimed, and each key belongs to one of them. */
const isWhole = ({ isKeyed }: Form) => `case
    when (select count(*) from claimed) = (select count(*) from written w join wanted x on x.n = w.n)${
      isKeyed
        ? `
      and (select count(*) from owned) = (select count(*) from done where key is not null)`
        : ""
    } then true
    else stampbook_refuse('identifiers') end`;

/** Adds the level to the details, after the other fields. */
const detailsJson = `(select json_object_agg(x.key, x.value) from (
      select key, value from json_each(c.details)
      union all select 'level', json_build_object('from', null, 'to', d.level)) x)`;

/** What the rules look at: the lowest level, taken identifiers, and whether the id can be used. */
const seenArms = (kept: string, keptJson: string, isNew: string, limit: string) => `
lowest as materialized (
  select l.level from levels l where l.merchant_id = $1 order by l.level limit 1
),
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.customer, l.level, t.taken,
    coalesce(m.customer_id, p.customer_id) is not null as is_id_taken,
    ${keptJson} as kept,
    l.level is not null and t.taken is null and coalesce(m.customer_id, p.customer_id) is null
      and ${isNew} as passes
  from calls c
  left join lowest l on true
  cross join lateral (select json_agg(json_build_object('form', i.form, 'value', i.value,
      'isReserved', i.is_reserved)) as taken
    from json_to_recordset(c.identifiers) as x(form text, value text)
    cross join lateral (select i.form, i.value, i.is_reserved from customer_identifiers i
      where i.merchant_id = $1 and i.form = x.form and i.value = x.value limit 1) i) t
  left join lateral (select i.customer_id from customer_identifiers i
    where i.merchant_id = $1 and i.form = 'memberId' and i.value = c.customer::text${limit}) m on true
  left join lateral (select i.customer_id from customer_identifiers i
    where i.merchant_id = $1 and i.form = 'mobileNumber' and i.value = c.id_as_number${limit}) p on true${kept}
),
wanted as materialized (
  select b.n, x.form, x.value, x."isReserved" as is_reserved,
    row_number() over (partition by x.form, x.value order by b.n) as place
  from seen b join calls c on c.n = b.n
  cross join lateral json_to_recordset(c.identifiers) as x(form text, value text, "isReserved" boolean)
  where b.passes
)`;

/** The statement's arms after `calls`, and its select. */
function arms(form: Form): string {
  const {
    lookups: kept,
    isNew,
    keptJson,
    owned,
    isOwned,
    outcome,
  } = keyParts(operation, form, { locked: "locked", done: "done" });
  return `${seenArms(kept, keptJson, isNew, form.limit)},
able as (
  select b.* from (${firstCalls(form, "seen", ["key"])}) b
  where not exists (select 1 from wanted x where x.n = b.n and x.place > 1)
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.customer, l.level
  from able b
  cross join lateral (select l.level from levels l
    where l.merchant_id = $1 and l.level = b.level for key share ${form.skipLocked}) l
),${owned}
added as (
  insert into customers as u (merchant_id, id, name, email, mobile_number, member_id, other_member_ids,
    gender, address, birthday, created_at)
  select $1, l.customer, c.name, c.email, c.mobile_number, c.member_id,
    array(select json_array_elements_text(c.other_member_ids)), c.gender, c.postal_address, c.birthday, l.now
  from locked l join calls c on c.n = l.n where ${isOwned}
  order by c.member_id, c.email, c.mobile_number
  on conflict do nothing
  returning u.id
),
written as materialized (
  select l.* from locked l join added a on a.id = l.customer
),
member as (
  insert into memberships as ms (merchant_id, customer_id, level, start_date, created_at)
  select $1, w.customer, w.level, (w.now at time zone m.timezone)::date, w.now
  from written w join merchants m on m.id = $1
  returning ms.customer_id
),
claimed as (
  insert into customer_identifiers as i (merchant_id, form, value, customer_id, is_reserved)
  select $1, x.form, x.value, w.customer, x.is_reserved
  from written w join wanted x on x.n = w.n
  order by x.form, x.value
  on conflict do nothing
  returning i.customer_id
),
audited as (${insertAuditEntries({ action: operation, rows: "written", details: detailsJson })}
),
done as (
  select w.n, w.key, json_build_object('frame', json_build_object(),
    'changed', json_build_object('id', w.customer)) as outcome
  from written w
)${outcome}
select b.n,
  case when d.n is null then json_build_object('level', b.level, 'taken', coalesce(b.taken, '[]'),
    'isIdTaken', b.is_id_taken, 'kept', b.kept) end as seen,
  d.outcome as done
from seen b left join done d on d.n = b.n
where ${isWhole(form)}`;
}

/**
 * Adds customers. A call is done exactly if the rules have nothing against it, its id is free, nothing is
 * kept under its key, and no call before it in the batch has one of its identifiers or its key. The
 * insert into `customers` skips a call whose email, mobile number or Member ID another transaction has
 * taken. If a further identifier was taken, the statement is rolled back, because an insert cannot be
 * undone for one call. The batch is then sent in halves. Inserts are in order, so that two batches with the
 * same customers wait for each other instead of deadlocking.
 */
export const additions = batchStatement<AddCall, AddSeen, AddDone>(
  "add_customers",
  columnsOf(types),
  arms,
);
