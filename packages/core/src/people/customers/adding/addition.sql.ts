import { auditColumns, insertAuditEntries } from "../../../foundation/audit/index.ts";
import {
  type CallOf,
  type Form,
  firstCalls,
  type KeyParts,
  keyColumns,
  keyParts,
} from "../../../foundation/writing/index.ts";
import { canBeBirthdaySql } from "../birthday.rules.ts";

// SQL for the registration of customers.

/** The columns of a call that adds a customer. */
export const additionColumns = {
  customer: "bigint",
  /** The id's digits as a mobile number in E.164. Null if they are no valid number. */
  idAsNumber: "text | null",
  name: "text",
  email: "text | null",
  mobileNumber: "text | null",
  /** Null until it is made. */
  memberId: "text | null",
  otherMemberIds: "json",
  gender: "text",
  postalAddress: "text",
  birthday: "date | null",
  notes: "text",
  /** The new customer's own referral code. */
  referralCode: "text",
  /** The rows of `customer_identifiers`: form, value and isReserved. */
  identifiers: "json",
  /** The audit entry's details, without the level. */
  details: "json",
  ...auditColumns,
  ...keyColumns,
} as const;

/** One call's values for a statement that adds customers. */
export type Addition = CallOf<typeof additionColumns>;

/** Further columns of an insert, each with a comma in front, and their values. */
type Inserted = { readonly columns: string; readonly values: string };

/**
 * SQL that an operation adds to the statement, to read and write more than the customer. Each part begins
 * with the comma, `and` or `join` that it needs.
 */
export type AdditionParts = {
  /** The operation's name in idempotency keys and the audit log. */
  readonly operation: string;
  /** Joins. They may read `c`, a row of `calls`, and `m`, the merchant's row. */
  readonly lookups?: (form: Form) => string;
  /** Further columns of the CTE `seen`. */
  readonly columns?: string;
  /** Further conditions for a call to pass. */
  readonly passes?: string;
  /** Further fields of the JSON for the rules. Their values come from `b`, a row of `seen`. */
  readonly seen?: string;
  /**
   * Further columns of the insert into `customers`. The values read `c` (`calls`), `b` (`seen`) and `l`
   * (`locked`).
   */
  readonly customer?: Inserted;
  /** CTEs after the insert into `memberships`. They read `written`, which has a row for each new customer. */
  readonly arms?: string;
};

/** The outcome of a call, as stored under its idempotency key. */
export type AddDone = {
  readonly frame: object;
  readonly changed: { readonly id: number };
};

const nothing: Inserted = { columns: "", values: "" };

/**
 * True if each identifier of each new customer was written, and each new idempotency key belongs to a call
 * that is done. Otherwise rolls the statement back.
 */
const isWhole = ({ isKeyed }: Form) => `case
    when (select count(*) from claimed) = (select count(*) from written w join wanted x on x.n = w.n)${
      isKeyed
        ? `
      and (select count(*) from owned) = (select count(*) from done where key is not null)`
        : ""
    } then true
    else stampbook_refuse('identifiers') end`;

/** The audit entry's details, with the level as the last field. */
const detailsJson = `(select json_object_agg(x.key, x.value) from (
      select key, value from json_each(c.details)
      union all select 'level', json_build_object('from', null, 'to', d.level)) x)`;

/**
 * Returns the CTEs that read the data for the rules: the lowest level, taken identifiers, and whether the id
 * can be used.
 */
const seenArms = (
  { lookups, columns = "", passes = "" }: AdditionParts,
  key: KeyParts,
  form: Form,
) => `
lowest as materialized (
  select l.level from levels l where l.merchant_id = $1 order by l.level limit 1
),
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.customer, l.level, t.taken, d.today, m.member_id_prefix,
    coalesce(own.customer_id, p.customer_id) is not null as is_id_taken,
    ${key.keptJson} as kept${columns},
    l.level is not null and t.taken is null and coalesce(own.customer_id, p.customer_id) is null
      and c.member_id is not null and ${canBeBirthdaySql("c.birthday", "d.today")}${passes}
      and ${key.isNew} as passes
  from calls c
  join merchants m on m.id = $1
  cross join lateral (select (c.now at time zone m.timezone)::date as today) d
  left join lowest l on true
  cross join lateral (select json_agg(json_build_object('form', i.form, 'value', i.value,
      'isReserved', i.is_reserved)) as taken
    from json_to_recordset(c.identifiers) as x(form text, value text)
    cross join lateral (select i.form, i.value, i.is_reserved from customer_identifiers i
      where i.merchant_id = $1 and i.form = x.form and i.value = x.value limit 1) i) t
  left join lateral (select i.customer_id from customer_identifiers i
    where i.merchant_id = $1 and i.form = 'memberId' and i.value = c.customer::text${form.limit}) own on true
  left join lateral (select i.customer_id from customer_identifiers i
    where i.merchant_id = $1 and i.form = 'mobileNumber' and i.value = c.id_as_number${form.limit}) p on true${lookups?.(form) ?? ""}${key.lookups}
),
wanted as materialized (
  select b.n, x.form, x.value, x."isReserved" as is_reserved,
    row_number() over (partition by x.form, x.value order by b.n) as place
  from seen b join calls c on c.n = b.n
  cross join lateral json_to_recordset(c.identifiers) as x(form text, value text, "isReserved" boolean)
  where b.passes
)`;

/** The SQL of a statement that adds customers, after the CTE `calls`: further CTEs, then the select. */
export function additionArms(parts: AdditionParts, form: Form): string {
  const { operation, customer = nothing } = parts;
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `${seenArms(parts, key, form)},
able as (
  select b.* from (${firstCalls(form, "seen", ["key"])}) b
  where not exists (select 1 from wanted x where x.n = b.n and x.place > 1)
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.customer, l.level
  from able b
  cross join lateral (select l.level from levels l
    where l.merchant_id = $1 and l.level = b.level for key share ${form.skipLocked}) l
),${key.owned}
added as (
  insert into customers as u (merchant_id, id, name, email, mobile_number, member_id, other_member_ids,
    gender, address, birthday, notes, created_at${customer.columns})
  select $1, l.customer, c.name, c.email, c.mobile_number, c.member_id,
    array(select json_array_elements_text(c.other_member_ids)), c.gender, c.postal_address, c.birthday,
    c.notes, l.now${customer.values}
  from locked l join calls c on c.n = l.n join seen b on b.n = l.n where ${key.isOwned}
  order by c.member_id, c.email, c.mobile_number
  on conflict do nothing
  returning u.id
),
written as materialized (
  select l.* from locked l join added a on a.id = l.customer
),
member as (
  insert into memberships as ms (merchant_id, customer_id, level, start_date, created_at, referral_code)
  select $1, w.customer, w.level, (w.now at time zone m.timezone)::date, w.now, c.referral_code
  from written w join calls c on c.n = w.n join merchants m on m.id = $1
  returning ms.customer_id
),${parts.arms ?? ""}
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
)${key.outcome}
select b.n,
  case when d.n is null then json_build_object('level', b.level, 'taken', coalesce(b.taken, '[]'),
    'isIdTaken', b.is_id_taken, 'memberIdPrefix', b.member_id_prefix,
    'today', b.today, 'kept', b.kept${parts.seen ?? ""}) end as seen,
  d.outcome as done
from seen b left join done d on d.n = b.n
where ${isWhole(form)}`;
}
