import { customerColumns } from "../customers/index.ts";
import { enteredParts, isEntered, memberColumns, places } from "../redeeming/index.ts";
import { isCurrent, merchantDay } from "../stamps/index.ts";
import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../writing/index.ts";
import type { VisitEntered, VisitSeen } from "./visit.rules.ts";

/** The operation's name in idempotency keys. */
export const operation = "visits.confirm";

const types = {
  storeId: "bigint | null",
  storeCode: "text",
  /** The stores in which the caller may act. Null: all stores. */
  allowedStores: "bigint[] | null",
  ...customerColumns,
  /** Whether the visit redeems a reward, a voucher or a promo code. */
  redeems: "boolean",
  ...keyColumns,
} as const;

/** The input of the statement for one call. */
export type VisitCall = CallOf<typeof types>;

/**
 * Locks the membership `ms` until the end of the visit's transaction. The operation of each line makes its
 * own checks later.
 */
const lock = ({ skipLocked }: Form) => `
  cross join lateral (select ms.customer_id from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
    for no key update ${skipLocked}) ms`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select ${memberColumns}, ${key.columns}, ${key.keptJson} as kept,
    case when c.redeems then ${isEntered}
      else s.is_active and (c.allowed_stores is null or s.id = any (c.allowed_stores))
        and ms.customer_id is not null and ${isCurrent(merchantDay)} end
      and ${key.isNew} as passes
  from calls c${places(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.store_id, b.today, b.customer, b.membership
  from able b${lock(form)}
),${key.owned}
done as (
  select l.n, json_build_object('frame', null,
    'changed', json_build_object('storeId', l.store_id, 'today', l.today,
      'customer', l.customer, 'membership', l.membership)) as outcome
  from locked l where ${key.isOwned}
)${answers("seen", "done", enteredParts)}`;
}

/**
 * Locks the membership of each visit, and writes the visit's idempotency key. `storeVisit` stores the key's
 * outcome at the end of the same transaction.
 */
export const enterVisits = batchStatement<VisitCall, VisitSeen, VisitEntered>(
  "enter_visits",
  columnsOf(types),
  arms,
);
