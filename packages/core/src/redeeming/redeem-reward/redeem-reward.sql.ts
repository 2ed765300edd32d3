import { hasTemplate, issue, lockTemplate, templateJson } from "../../vouchers/index.ts";
import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyParts,
} from "../../writing/index.ts";
import { mayHaveKey, redemptionColumns } from "../call.sql.ts";
import { hasAuthorization, lockAuthorization, lockCustomer, lockMembership } from "../locks.sql.ts";
import { invoiceKey, isAllowed, lookups, seenColumns, seenParts } from "../lookups.sql.ts";
import { availabilityJson, isAvailable, reward, rewardJson } from "../reward.sql.ts";
import {
  charge,
  chargedParts,
  chargeEntries,
  insertRedemptions,
  outcomes,
  spendAuthorizations,
} from "../writes.sql.ts";
import type { RewardDone, RewardSeen } from "./redeem-reward.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "redemptions.redeemReward";

const types = {
  ...redemptionColumns,
  /** The reward's id. If null, `rewardCode` identifies the reward. */
  reward: "bigint | null",
  /** The reward's code, in the form that `codeKeyOf` returns. */
  rewardCode: "text | null",
  qty: "int",
  stamps: "bigint | null",
  /** The id of the template of `vouchers`; null without vouchers. */
  voucherTemplate: "bigint | null",
  vouchers: "json | null",
  extraData: "json | null",
  requestId: "text | null",
} as const;

/** The values that one call sends to the statement. */
export type RewardCall = CallOf<typeof types>;

/** The id of the call's reward. The code is looked up only if the call has no id. */
const rewardId = `coalesce(c.reward, (select coded.id from rewards coded
      where coded.merchant_id = $1 and coded.code_key = c.reward_code limit 1))`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, and the SELECT. */
function arms(form: Form): string {
  const key = keyParts(operation, form, {
    ...{ locked: "locked", done: "done" },
    derived: invoiceKey("rw.id, c.qty, case when rw.kind = 'flexible' then c.stamps end"),
  });
  return `
seen as materialized (
  select ${seenColumns}, ${key.columns}, rw.id as reward_id, rw.name, price.cost, t.id as template_id,
    ${rewardJson} as reward, ${availabilityJson} as availability, ${templateJson} as template,
    ${key.keptJson} as kept,
    ${isAllowed}
      and ${isAvailable}
      and rw.voucher_template_id is not distinct from c.voucher_template
      and ms.stamps >= price.cost
      and ${key.isNew} as passes
  from calls c${lookups(form)}${reward(form, rewardId)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_id", "key"])}
),
locked as materialized (
  select b.n, b.now, b.day, b.key, b.fingerprint, b.redemption, b.store_id, b.customer_id, b.authorization_id,
    b.reward_id, b.name, b.cost
  from able b${lockAuthorization(form)}${lockMembership(form)}${lockCustomer(form)}${lockTemplate(form)}
  where ${hasAuthorization} and ${hasTemplate}
),${key.owned}
charged as (${charge("locked", key.isOwned)}
),
redeemed as (${insertRedemptions("charged", "reward", { stampsUsed: "s.cost" })}
),
authorized as (${spendAuthorizations("charged")}
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
done as (${outcomes("charged", "seen", {
    saving: "'extraData', c.extra_data, 'cost', s.cost, 'vouchers', coalesce(c.vouchers, '[]')",
    frame: "'reward', b.reward",
    changed: chargedParts,
  })}
)${key.outcome}${answers(
    "seen",
    "done",
    `${seenParts},
    'reward', b.reward, 'availability', b.availability, 'template', b.template`,
  )}`;
}

/**
 * Redeems rewards. A call is done only if:
 * - the rules allow it;
 * - its idempotency key has no stored outcome;
 * - it was prepared with the voucher template that its reward has now;
 * - no earlier call of the batch has its customer or key;
 * - no other transaction has locked a row that it changes or refers to.
 */
export const redeemRewards = batchStatement<RewardCall, RewardSeen, RewardDone>(
  "redeem_rewards",
  columnsOf(types),
  arms,
  mayHaveKey,
);
