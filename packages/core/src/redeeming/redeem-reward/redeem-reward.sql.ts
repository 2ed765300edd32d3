import { hasTemplate, issue, lockTemplate, templateJson } from "../../vouchers/index.ts";
import {
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../writing/index.ts";
import { hasAuthorization, lockAuthorization, lockCustomer, lockMembership } from "../locks.sql.ts";
import {
  authorizationJson,
  authorizationToSpend,
  customerJson,
  isAllowed,
  lookups,
  membershipJson,
  placeColumns,
  storeJson,
} from "../lookups.sql.ts";
import { availabilityJson, isAvailable, reward, rewardJson } from "../reward.sql.ts";
import { charge, chargeEntries } from "../stamps.sql.ts";
import type { RewardDone, RewardSeen } from "./redeem-reward.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "redemptions.redeemReward";

const types = {
  ...placeColumns,
  redemption: "bigint",
  reward: "bigint",
  qty: "int",
  stamps: "bigint | null",
  /** The template of `vouchers`. */
  voucherTemplate: "bigint | null",
  vouchers: "json | null",
  channel: "int | null",
  invoiceNumber: "text | null",
  extraData: "json | null",
  requestId: "text | null",
  actor: "text",
  ...keyColumns,
} as const;

/** What the statement is sent for one call. */
export type RewardCall = CallOf<typeof types>;

/** The statement's arms after `calls`, and its select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, {
    locked: "locked",
    done: "done",
  });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.redemption, s.id as store_id, u.id as customer_id,
    rw.id as reward_id, rw.name, price.cost, t.id as template_id,
    m.redemption_pin_authorization as needs_authorization,
    ${authorizationToSpend} as authorization_id,
    ${storeJson} as store, ${customerJson} as customer, ${membershipJson} as membership,
    ${authorizationJson} as authorized, ${rewardJson} as reward, ${availabilityJson} as availability,
    ${templateJson} as template, ${key.keptJson} as kept,
    ${isAllowed}
      and ${isAvailable}
      and rw.voucher_template_id is not distinct from c.voucher_template
      and ms.stamps >= price.cost
      and ${key.isNew} as passes
  from calls c${lookups(form)}${reward(form, "c.reward")}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.key, b.fingerprint, b.redemption, b.store_id, b.customer_id, b.authorization_id,
    b.reward_id, b.name, b.cost
  from able b${lockAuthorization(form)}${lockMembership(form)}${lockCustomer(form)}${lockTemplate(form)}
  where ${hasAuthorization} and ${hasTemplate}
),${key.owned}
charged as (${charge("locked", key.isOwned)}
),
redeemed as (
  insert into redemptions as r (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel,
    invoice_number, extra_data, created_at, redeemed_by)
  select $1, s.redemption, 'reward', s.customer_id, s.store_id, s.name, s.cost, c.channel,
    c.invoice_number, c.extra_data, s.now, c.actor
  from charged s join calls c on c.n = s.n
  returning r.id
),
authorized as (
  update redemption_authorizations a set spent_by_redemption_id = s.redemption
  from charged s where a.merchant_id = $1 and a.id = s.authorization_id
  returning a.id
),
line as (
  insert into redemption_lines as l (merchant_id, redemption_id, line, reward_id, name, qty, stamps_used,
    request_id)
  select $1, s.redemption, 1, s.reward_id, s.name, c.qty, s.cost, c.request_id
  from charged s join calls c on c.n = s.n
  returning l.redemption_id
),
entry as (${chargeEntries("charged")}
),${issue("calls", "charged")},
done as (
  select s.n, s.key, json_build_object(
    'frame', json_build_object(
      'saving', json_build_object('redemptionId', s.redemption, 'extraData', c.extra_data,
        'name', s.name, 'cost', s.cost, 'vouchers', coalesce(c.vouchers, '[]')),
      'customer', b.customer, 'membership', b.membership, 'reward', b.reward),
    'changed', json_build_object('stamps', s.stamps, 'balance', s.balance::text)) as outcome
  from charged s join seen b on b.n = s.n join calls c on c.n = s.n
)${key.outcome}
select b.n,
  case when d.n is null then json_build_object(
    'store', b.store, 'customer', b.customer, 'membership', b.membership,
    'needsAuthorization', b.needs_authorization, 'authorization', b.authorized,
    'reward', b.reward, 'availability', b.availability, 'template', b.template,
    'kept', b.kept) end as seen,
  d.outcome as done
from seen b left join done d on d.n = b.n`;
}

/**
 * Redeems rewards. A call is done exactly if the rules have nothing against it, it has the vouchers that
 * its reward issues, nothing is kept under its key, no call before it in the batch is of the same
 * customer or has the same key, and no other transaction holds these rows.
 */
export const redeemRewards = batchStatement<RewardCall, RewardSeen, RewardDone>(
  "redeem_rewards",
  columnsOf(types),
  arms,
);
