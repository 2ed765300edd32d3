import { customerColumns } from "../customers/index.ts";
import { enteredParts, isEntered, memberColumns, places } from "../redeeming/index.ts";
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
  /** The stores that the caller may act in; null is all. */
  allowedStores: "bigint[] | null",
  ...customerColumns,
  /** Whether the visit redeems a reward, a voucher or a promo code. */
  redeems: "boolean",
  ...keyColumns,
} as const;

/** The values that the statement gets for a visit. */
export type VisitCall = CallOf<typeof types>;

/**
 * Locks `ms`, the membership, for the whole visit. The operation of each line then checks what that line
 * redeems.
 */
const lock = ({ skipLocked }: Form) => `
  cross join lateral (select ms.customer_id from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
    for no key update ${skipLocked}) ms`;

/** The SQL of the statement after the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select ${memberColumns}, ${key.columns}, ${key.keptJson} as kept,
    case when c.redeems then ${isEntered}
      else s.is_active and (c.allowed_stores is null or s.id = any (c.allowed_stores))
        and ms.customer_id is not null end
      and ${key.isNew} as passes
  from calls c${places(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.store_id, b.customer, b.membership
  from able b${lock(form)}
),${key.owned}
done as (
  select l.n, json_build_object('frame', null,
    'changed', json_build_object('storeId', l.store_id, 'customer', l.customer,
      'membership', l.membership)) as outcome
  from locked l where ${key.isOwned}
)${answers("seen", "done", enteredParts)}`;
}

/**
 * Locks the member of a visit, and writes the visit's idempotency key. The same transaction stores the key's
 * outcome at its end.
 */
export const enterVisits = batchStatement<VisitCall, VisitSeen, VisitEntered>(
  "enter_visits",
  columnsOf(types),
  arms,
);
