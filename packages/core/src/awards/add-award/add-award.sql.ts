import { auditColumns, insertAuditEntries } from "../../audit/index.ts";
import { customerColumns } from "../../customers/index.ts";
import { customerJson, membershipJson, places, storeJson } from "../../redeeming/index.ts";
import { insertStampEntries, isCurrent, lastDay, merchantDay } from "../../stamps/index.ts";
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
import type { AwardDone, AwardSeen } from "./add-award.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "stamps.add";

const types = {
  /** The id of the award. */
  award: "bigint",
  ...customerColumns,
  storeId: "bigint | null",
  /** Null if the award names no store. */
  storeCode: "text | null",
  /** The stores in which the caller may act. Null means all. */
  allowedStores: "bigint[] | null",
  stamps: "bigint",
  notes: "text | null",
  /** The last day of the stamps, if the call sets one. */
  expiresOn: "date | null",
  ...auditColumns,
  ...keyColumns,
} as const;

/** The values of one call that the statement reads. */
export type AwardCall = CallOf<typeof types>;

const isInStore = `(c.store_code is null
      or (s.is_active and (c.allowed_stores is null or s.id = any (c.allowed_stores))))`;

/** Returns the statement's SQL after the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  const { skipLocked } = form;
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, ${merchantDay} as day, s.id as store_id,
    ms.customer_id, coalesce(c.expires_on, ${lastDay}) as expires_on,
    not ${isCurrent(merchantDay)} as is_due, ${storeJson} as store, ${customerJson} as customer,
    ${membershipJson} as membership, ${key.keptJson} as kept,
    ${isInStore} and ms.customer_id is not null
      and (c.expires_on is null or c.expires_on >= ${merchantDay})
      and ${isCurrent(merchantDay)} and ${key.isNew} as passes
  from calls c${places(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.day, b.key, b.fingerprint, b.store_id, b.customer_id, b.expires_on
  from able b
  cross join lateral (select ms.customer_id from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id and ${isCurrent("b.day")}
    for no key update ${skipLocked}) ms
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share ${skipLocked}) u
),${key.owned}
given as (
  update memberships ms set stamps = ms.stamps + c.stamps, entry_number = ms.entry_number + 1,
    next_expiry_on = least(ms.next_expiry_on, l.expires_on)
  from locked l join calls c on c.n = l.n
  where ms.merchant_id = $1 and ms.customer_id = l.customer_id and ${key.isOwned}
  returning l.*, c.award, c.stamps as given, ms.stamps, ms.entry_number
),
award as (
  insert into stamp_awards as a (merchant_id, id, customer_id, store_id, stamps, notes, expires_on,
    created_at, created_by)
  select $1, c.award, g.customer_id, g.store_id, c.stamps, c.notes, g.expires_on, g.now, c.actor
  from given g join calls c on c.n = g.n
  returning a.id
),
stamp_entry as (${insertStampEntries("given", {
    cause: "award",
    causeId: "s.award",
    delta: "s.given",
    expiresOn: "s.expires_on",
  })}
),
entry as (${insertAuditEntries({
    action: operation,
    rows: "given",
    subject: "'customer ' || d.customer_id",
    details: "json_build_object('delta', d.given)",
  })}
),
done as (
  select g.n, g.key, json_build_object(
    'frame', json_build_object(
      'award', json_build_object('id', g.award, 'stamps', g.given, 'status', 'Created'),
      'customer', b.customer, 'membership', b.membership),
    'changed', json_build_object('stamps', g.stamps)) as outcome
  from given g join seen b on b.n = g.n
)${key.outcome}${answers(
    "seen",
    "done",
    `'store', b.store, 'customer', b.customer, 'membership', b.membership, 'today', b.day,
    'isDue', b.is_due, 'kept', b.kept`,
  )}`;
}

/**
 * Gives stamps by hand. The statement writes a call only if the rules allow it and its idempotency key has no
 * stored outcome. It skips a call if stamps of the customer are due to expire. Unless the statement waits for
 * locks, it also skips a call if another transaction has locked the rows. Of calls with the same customer or
 * key in a batch, it does only the first.
 */
export const addAwards = batchStatement<AwardCall, AwardSeen, AwardDone>(
  "add_awards",
  columnsOf(types),
  arms,
);
