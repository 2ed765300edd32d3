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
import { templateJson } from "../issued-vouchers.sql.ts";
import { jobJson } from "../jobs.sql.ts";
import { canIssue, lockTemplate, templateLookup } from "../template.sql.ts";
import type { GenerateDone, GenerateSeen } from "./generate-codes.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "catalogue.generateCodes";

const types = {
  job: "bigint",
  template: "bigint",
  quantity: "int",
  startDate: "date | null",
  endDate: "date | null",
  ...auditColumns,
  ...keyColumns,
} as const;

/** The input of the statement for one call. */
export type GenerateCall = CallOf<typeof types>;

/** Returns the SQL that follows the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, t.id as template_id, m.today,
    coalesce(c.start_date, m.today) as start_date, c.end_date, ${templateJson} as template, ${key.keptJson} as kept,
    ${canIssue}
      and (c.end_date is null or c.end_date >= coalesce(c.start_date, m.today))
      and ${key.isNew} as passes
  from calls c${templateLookup(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.start_date,
    coalesce(b.end_date, b.start_date + t.validity_days) as end_date, ${templateJson} as template
  from able b${lockTemplate(form)}
),${key.owned}
begun as materialized (
  select l.* from locked l where ${key.isOwned}
),
started as (
  insert into jobs as j (merchant_id, id, kind, task, total, created_by, created_at)
  select $1, c.job, 'voucher_codes', json_build_object('template', l.template,
      'startDate', l.start_date, 'endDate', l.end_date), c.quantity, c.actor, l.now
  from begun l join calls c on c.n = l.n
  returning j.*
),
audited as (${insertAuditEntries({
    action: operation,
    rows: "begun",
    details: `json_build_object('job', c.job, 'codes', c.quantity, 'startDate', d.start_date,
    'endDate', d.end_date)`,
  })}
),
done as (
  select l.n, l.key, json_build_object('frame', json_build_object(), 'changed', ${jobJson}) as outcome
  from begun l join calls c on c.n = l.n join started j on j.id = c.job
)${key.outcome}${answers("seen", "done", "'template', b.template, 'today', b.today, 'kept', b.kept")}`;
}

/**
 * Starts jobs that generate codes. Skips calls that the rules refuse, and calls whose idempotency key already
 * has an outcome. Of calls with the same key, only the first is done. Skips a call if another transaction has
 * locked its template.
 */
export const codeJobs = batchStatement<GenerateCall, GenerateSeen, GenerateDone>(
  "generate_codes",
  columnsOf(types),
  arms,
);
