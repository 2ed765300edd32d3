import { auditColumns, insertAuditEntries } from "../../audit/index.ts";
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
import { canIssue, lockTemplate, templateLookup } from "../template.sql.ts";
import type { IssueDone, IssueSeen } from "./issue-vouchers-to.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "catalogue.issueVouchers";

const types = {
  template: "bigint",
  /** The ids of the customers, without duplicates. */
  customers: "bigint[]",
  /** A list of `NewVoucher` with `customerId`, one for each customer. Null until the vouchers are made. */
  vouchers: "json | null",
  /** The audit entry's details; null until the vouchers are made. */
  details: "json | null",
  ...auditColumns,
  ...keyColumns,
} as const;

/** The input of the statement for one call. */
export type IssueCall = CallOf<typeof types>;

/** Returns the SQL that follows the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, t.id as template_id, m.today, c.customers,
    missing.customers as unknown_customers, ${templateJson} as template, ${key.keptJson} as kept,
    ${canIssue} and missing.customers is null and c.vouchers is not null and ${key.isNew} as passes
  from calls c${templateLookup(form)}
  cross join lateral (select json_agg(w.id order by w.place) as customers
    from unnest(c.customers) with ordinality as w (id, place)
    left join lateral (select u.id from customers u
      where u.merchant_id = $1 and u.id = w.id and u.anonymized_at is null limit 1) u on true
    where u.id is null) missing${key.lookups}
),
able as (${firstCalls(form, "seen", ["key"])}
),
members as materialized (
  select w.n, u.id
  from (select b.n, w.id from able b cross join lateral unnest(b.customers) as w (id) order by w.id) w
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = w.id and u.anonymized_at is null
    for key share ${form.skipLocked}) u
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint
  from able b
  join (select m.n, count(*) as count from members m group by m.n) m
    on m.n = b.n and m.count = cardinality(b.customers)${lockTemplate(form)}
),${key.owned}
begun as materialized (
  select l.* from locked l where ${key.isOwned}
),${issue("calls", "begun", { holder: 'i."customerId"', origin: {} })},
audited as (${insertAuditEntries({ action: operation, rows: "begun", details: "c.details" })}
),
done as (
  select l.n, l.key, json_build_object('frame', json_build_object(), 'changed', i.vouchers) as outcome
  from begun l
  join (select i.n, json_agg(json_build_object('id', i.id, 'code', i.code,
      'customerId', i."customerId") order by i.id) as vouchers
    from new_vouchers i group by i.n) i on i.n = l.n
)${key.outcome}${answers(
    "seen",
    "done",
    `'template', b.template, 'today', b.today,
    'unknownCustomers', coalesce(b.unknown_customers, '[]'), 'kept', b.kept`,
  )}`;
}

/**
 * Issues vouchers to customers, all of a call or none. Skips calls that the rules refuse, calls without
 * vouchers, and calls whose idempotency key already has an outcome. Of calls with the same key, only the
 * first is done. Unless the statement waits for locks, also skips a call if another transaction has locked
 * its template or a customer.
 */
export const issues = batchStatement<IssueCall, IssueSeen, IssueDone>(
  "issue_vouchers",
  columnsOf(types),
  arms,
);
