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
import type { WithdrawalDone, WithdrawalSeen } from "./withdraw-voucher.rules.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "vouchers.withdraw";

const types = { voucher: "bigint", ...auditColumns, ...keyColumns } as const;

/** The input of the statement for one call. */
export type WithdrawalCall = CallOf<typeof types>;

/** Whether a voucher's row `v` can be withdrawn. */
const canBeWithdrawn = "v.is_active and v.redeemed_at is null";

/** Returns the SQL that follows the CTE `calls`: further CTEs, then the select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, v.id as voucher_id, v.redeemed_at, v.is_active,
    ${key.keptJson} as kept,
    ${canBeWithdrawn} and ${key.isNew} as passes
  from calls c
  left join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = c.voucher${form.limit}) v on true${key.lookups}
),
able as (${firstCalls(form, "seen", ["voucher_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.voucher_id
  from able b cross join lateral (select v.id from vouchers v
    where v.merchant_id = $1 and v.id = b.voucher_id and ${canBeWithdrawn}
    for no key update ${form.skipLocked}) v
),${key.owned}
withdrawn as (
  update vouchers v set is_active = false
  from locked l where v.merchant_id = $1 and v.id = l.voucher_id and ${key.isOwned}
  returning l.*
),
audited as (${insertAuditEntries({
    action: operation,
    rows: "withdrawn",
    details: "json_build_object()",
  })}
),
done as (
  select w.n, w.key, json_build_object('frame', json_build_object(),
    'changed', json_build_object()) as outcome
  from withdrawn w
)${key.outcome}${answers(
    "seen",
    "done",
    `'voucher', case when b.voucher_id is not null then json_build_object(
      'isRedeemed', b.redeemed_at is not null, 'isActive', b.is_active) end,
    'kept', b.kept`,
  )}`;
}

/**
 * Withdraws vouchers. Skips calls that the rules refuse, and calls whose idempotency key already has an
 * outcome. Of calls for the same voucher or with the same key, only the first is done. Unless the statement
 * waits for locks, also skips a call if another transaction has locked its voucher.
 */
export const withdrawals = batchStatement<WithdrawalCall, WithdrawalSeen, WithdrawalDone>(
  "withdraw_vouchers",
  columnsOf(types),
  arms,
);
