import { issue } from "../../vouchers/index.ts";
import {
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../writing/index.ts";
import { lockCustomer, lockMembership } from "../locks.sql.ts";
import {
  customerJson,
  isEntered,
  membershipJson,
  placeColumns,
  places,
  storeJson,
} from "../lookups.sql.ts";
import { charge, chargeEntries } from "../stamps.sql.ts";
import {
  type CallLine,
  insertLines,
  lockLines,
  selectLines,
  selectTotals,
  selectWanted,
  spendAuthorizations,
} from "./lines.sql.ts";
import type { RewardsDone, RewardsSeen } from "./redeem-multiple-rewards.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "redemptions.redeemMultipleRewards";

const types = {
  ...placeColumns,
  redemption: "bigint",
  /** A list of `CallLine`. */
  lines: "json",
  channel: "int | null",
  invoiceNumber: "text | null",
  actor: "text",
  ...keyColumns,
} as const;

/** What the statement is sent for one call. */
export type RewardsCall = CallOf<typeof types> & { readonly lines: readonly CallLine[] };

/** The statement's arms after `calls`, and its select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, { locked: "locked", done: "done" });
  return `
lines as materialized (${selectLines}
),
entered as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.redemption, s.id as store_id, s.today,
    u.id as customer_id, ms.stamps, m.redemption_pin_authorization as needs_authorization,
    ${storeJson} as store, ${customerJson} as customer, ${membershipJson} as membership,
    ${key.keptJson} as kept,
    ${isEntered}
      and ${key.isNew} as passes
  from calls c${places(form)}${key.lookups}
),
wanted as materialized (${selectWanted(form)}
),
totals as materialized (${selectTotals}
),
seen as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.redemption, b.store_id, b.customer_id,
    b.needs_authorization, b.store, b.customer, b.membership, b.kept,
    w.line_count, w.cost, w.name, w.seen_lines, w.outcome_lines,
    b.passes and w.passes and b.stamps >= w.cost as passes
  from entered b join totals w on w.n = b.n
),
able as materialized (${firstCalls(form, "seen", ["customer_id", "key"])}
),${lockLines(form)},
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.redemption, b.store_id, b.customer_id, b.name, b.cost
  from whole b${lockMembership(form)}${lockCustomer(form)}
),${key.owned}
charged as (${charge("locked", key.isOwned)}
),
redeemed as (
  insert into redemptions as r (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel,
    invoice_number, created_at, redeemed_by)
  select $1, s.redemption, 'rewards', s.customer_id, s.store_id, s.name, s.cost, c.channel,
    c.invoice_number, s.now, c.actor
  from charged s join calls c on c.n = s.n
  returning r.id
),
authorized as (${spendAuthorizations}
),
line as (${insertLines}
),
entry as (${chargeEntries("charged")}
),${issue("lines", "charged")},
done as (
  select s.n, s.key, json_build_object(
    'frame', json_build_object(
      'saving', json_build_object('redemptionId', s.redemption, 'name', s.name, 'cost', s.cost),
      'customer', b.customer, 'membership', b.membership, 'lines', b.outcome_lines),
    'changed', json_build_object('stamps', s.stamps, 'balance', s.balance::text)) as outcome
  from charged s join seen b on b.n = s.n
)${key.outcome}
select b.n,
  case when d.n is null then json_build_object(
    'store', b.store, 'customer', b.customer, 'membership', b.membership,
    'needsAuthorization', b.needs_authorization, 'lines', b.seen_lines, 'kept', b.kept) end as seen,
  d.outcome as done
from seen b left join done d on d.n = b.n`;
}

/**
 * Redeems several rewards for each call: all lines or none. A call is done exactly if the rules have
 * nothing against it, its lines have the vouchers that their rewards issue, nothing is kept under its
 * key, no call before it in the batch is of the same customer or has the same key, and no other
 * transaction holds these rows.
 */
export const redeemManyRewards = batchStatement<RewardsCall, RewardsSeen, RewardsDone>(
  "redeem_multiple_rewards",
  columnsOf(types),
  arms,
);
