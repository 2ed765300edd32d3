import { auditColumns, insertAuditEntries } from "../../audit/index.ts";
import { customerColumns, customerLookup, identifierForms } from "../../customers/index.ts";
import { mostOf } from "../../limits.rules.ts";
import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../writing/index.ts";
import { issue, templateJson } from "../issued-vouchers.sql.ts";
import { templateLookup } from "../template.sql.ts";
import type { IssueToCustomerDone, IssueToCustomerSeen } from "./issue-to-customer.rules.ts";

/** The operation's name in idempotency keys. */
export const operation = "vouchers.issue";

const types = {
  ...customerColumns,
  template: "bigint",
  /** The first day; null is today. */
  startDate: "date | null",
  /** The current day in the store of the call. Null without a store: the merchant's day. */
  today: "date | null",
  notes: "text | null",
  value: "numeric | null",
  /** The sale that issues the vouchers. */
  transaction: "bigint | null",
  /** A list of `NewVoucher`; null until the vouchers are made. */
  vouchers: "json | null",
  ...auditColumns,
  ...keyColumns,
} as const;

/** The input of the statement for one call. */
export type IssueToCustomerCall = CallOf<typeof types>;

/**
 * Whether vouchers of the template `t` can be issued with the value of `row`. Null if there is no template.
 */
const canIssue = (row: string) =>
  `case t.is_dynamic when true then coalesce(${row}.value, t.value) > 0
      when false then ${row}.value is null end`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  const { skipLocked } = form;
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.value, c.notes, c.transaction, t.id as template_id, t.channels, d.today,
    u.id as customer_id, ${templateJson} as template, ${key.keptJson} as kept,
    case when u.id is not null then json_build_object('id', u.id, 'email', u.email) end as customer,
    u.id is not null and ${canIssue("c")}
      and (c.start_date is null or c.start_date between d.today - d.days_back and d.today + ${mostOf.startDays})
      and c.vouchers is not null and ${key.isNew} as passes
  from calls c${templateLookup(form)}
  cross join lateral (select coalesce(c.today, m.today) as today,
    least(${mostOf.startDays}, coalesce(t.validity_days, ${mostOf.startDays})) as days_back) d${customerLookup(identifierForms, form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.customer_id, b.notes, b.transaction
  from able b
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share ${skipLocked}) u
  cross join lateral (select t.id from voucher_templates t
    where t.merchant_id = $1 and t.id = b.template_id and ${canIssue("b")}
    for key share ${skipLocked}) t
),${key.owned}
begun as materialized (
  select l.* from locked l where ${key.isOwned}
),${issue("calls", "begun", {
    origin: { issued_by_transaction_id: "s.transaction" },
    notes: "s.notes",
  })},
audited as (${insertAuditEntries({
    // the same audit action as for vouchers that staff issue
    action: "catalogue.issueVouchers",
    rows: "begun",
    details: `(select json_build_object('vouchers', json_agg(json_build_object('id', i.id,
      'customerId', d.customer_id) order by i.id)) from new_vouchers i where i.n = d.n)`,
  })}
),
done as (
  select l.n, l.key, json_build_object('frame', json_build_object('customer', b.customer,
      'template', b.template, 'channels', b.channels, 'notes', b.notes),
    'changed', i.vouchers) as outcome
  from begun l
  join seen b on b.n = l.n
  join (select i.n, json_agg(json_build_object('id', i.id, 'code', i.code, 'value', i.value::text,
      'remainingValue', i."remainingValue"::text, 'startDate', i."startDate", 'endDate', i."endDate")
      order by i.id) as vouchers
    from new_vouchers i group by i.n) i on i.n = l.n
)${key.outcome}${answers(
    "seen",
    "done",
    "'customer', b.customer, 'template', b.template, 'today', b.today, 'kept', b.kept",
  )}`;
}

/**
 * Issues vouchers to a customer, all of a call or none. Skips calls that the rules refuse, calls without
 * vouchers, and calls whose idempotency key already has an outcome. Of calls with the same key, only the
 * first is done. Unless the statement waits for locks, also skips a call if another transaction has locked
 * its customer or template.
 */
export const issuesToCustomers = batchStatement<
  IssueToCustomerCall,
  IssueToCustomerSeen,
  IssueToCustomerDone
>("issue_to_customers", columnsOf(types), arms);
