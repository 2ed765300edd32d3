import { auditColumns, insertAuditEntries } from "../../audit/index.ts";
import { customerColumns, customerLookup, identifierForms } from "../../customers/index.ts";
import { merchantDay } from "../../stamps/index.ts";
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
import type { SetLevelDone, SetLevelSeen } from "./set-level.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "members.setLevel";

const types = {
  /** The id of the row of `level_changes`. */
  change: "bigint",
  ...customerColumns,
  level: "int",
  upgradeOnly: "boolean",
  endDate: "date | null",
  storeId: "bigint | null",
  ...auditColumns,
  ...keyColumns,
} as const;

/** The values that the statement gets for one call. */
export type SetLevelCall = CallOf<typeof types>;

/** The SQL of the statement after the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  const { limit, skipLocked } = form;
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.actor, c.change, c.level, c.upgrade_only, c.end_date, c.store_id,
    ms.customer_id, ms.level as level_before,
    (select coalesce(json_agg(json_build_object('level', l.level, 'name', l.name) order by l.level), '[]')
      from levels l where l.merchant_id = $1) as levels,
    ${merchantDay} as today, ${key.keptJson} as kept,
    ms.customer_id is not null and l.level is not null
      and (c.end_date is null or c.end_date >= ${merchantDay})
      and (not c.upgrade_only or c.level >= ms.level) and ${key.isNew} as passes
  from calls c join merchants m on m.id = $1${customerLookup(identifierForms, form)}
  left join lateral (select ms.customer_id, ms.level from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id${limit}) ms on true
  left join lateral (select l.level from levels l
    where l.merchant_id = $1 and l.level = c.level${limit}) l on true${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.actor, b.change, b.level, b.end_date, b.store_id, b.customer_id,
    ms.level as level_before, ms.level_until
  from able b
  cross join lateral (select ms.level, ms.level_until from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and (not b.upgrade_only or b.level >= ms.level)
    for no key update ${skipLocked}) ms
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share ${skipLocked}) u
),${key.owned}
given as (
  update memberships ms set level = l.level, level_until = l.end_date
  from locked l where ms.merchant_id = $1 and ms.customer_id = l.customer_id
    and (l.level, l.end_date) is distinct from (l.level_before, l.level_until) and ${key.isOwned}
  returning l.*
),
change as (
  insert into level_changes as x (merchant_id, id, customer_id, level_before, level_after, until,
    until_before, cause, store_id, created_at, created_by)
  select $1, g.change, g.customer_id, g.level_before, g.level, g.end_date, g.level_until, 'hand', g.store_id, g.now,
    g.actor
  from given g
  returning x.id
),
entry as (${insertAuditEntries({
    action: operation,
    rows: "given",
    subject: "'customer ' || d.customer_id",
    details: `json_build_object(
    'level', json_build_object('from', d.level_before, 'to', d.level),
    'level_until', json_build_object('from', d.level_until, 'to', d.end_date))`,
  })}
),
done as (
  select l.n, l.key, json_build_object('frame', json_build_object(), 'changed', json_build_object()) as outcome
  from locked l where ${key.isOwned}
)${key.outcome}${answers(
    "seen",
    "done",
    `'customer', case when b.customer_id is not null then json_build_object('id', b.customer_id) end,
    'level', b.level_before, 'levels', b.levels, 'today', b.today, 'kept', b.kept`,
  )}`;
}

/**
 * Gives members a level. A call is done if the rules allow it and its idempotency key has no stored outcome.
 * If several calls of a batch share a member or a key, only the first is done. Rows that another transaction
 * has locked are skipped. From its third try on, a call waits for such rows (`writing/again.ts`). A member
 * who already has the level until the same day is not changed.
 */
export const levelsGiven = batchStatement<SetLevelCall, SetLevelSeen, SetLevelDone>(
  "set_levels",
  columnsOf(types),
  arms,
);
