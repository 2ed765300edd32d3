import { issue } from "../../vouchers/index.ts";
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
import { lockCustomer, lockMembership } from "../locks.sql.ts";
import { enteredColumns, enteredParts, invoiceKey, isEntered, places } from "../lookups.sql.ts";
import {
  charge,
  chargedParts,
  chargeEntries,
  insertRedemptions,
  outcomes,
  spendAuthorizations,
} from "../writes.sql.ts";
import {
  type CallLine,
  insertLines,
  lockLines,
  selectAuthorizations,
  selectLines,
  selectTotals,
  selectWanted,
  wholeWish,
} from "./lines.sql.ts";
import type { RewardsDone, RewardsSeen } from "./redeem-multiple-rewards.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "redemptions.redeemMultipleRewards";

const types = {
  ...redemptionColumns,
  /** A list of `CallLine`. */
  lines: "json",
} as const;

/** The values that one call sends to the statement. */
export type RewardsCall = CallOf<typeof types> & { readonly lines: readonly CallLine[] };

/** Returns the SQL that follows the CTE `calls`: further CTEs, and the SELECT. */
function arms(form: Form): string {
  const key = keyParts(operation, form, {
    ...{ locked: "locked", done: "done" },
    derived: invoiceKey(`(${wholeWish})`),
  });
  return `
lines as materialized (${selectLines}
),
entered as materialized (
  select ${enteredColumns}, ${key.columns}, ms.stamps, ${key.keptJson} as kept,
    ${isEntered}
      and ${key.isNew} as passes
  from calls c${places(form)}${key.lookups}
),
wanted as materialized (${selectWanted(form)}
),
totals as materialized (${selectTotals}
),
seen as materialized (
  select b.n, b.now, b.day, b.key, b.fingerprint, b.redemption, b.store_id, b.customer_id,
    b.needs_name, b.needs_authorization, b.is_due, b.store, b.customer, b.membership, b.kept,
    w.line_count, w.cost, w.name, w.seen_lines, w.outcome_lines,
    b.passes and w.passes and b.stamps >= w.cost as passes
  from entered b join totals w on w.n = b.n
),
able as materialized (${firstCalls(form, "seen", ["customer_id", "key"])}
),${lockLines(form)},
locked as materialized (
  select b.n, b.now, b.day, b.key, b.fingerprint, b.redemption, b.store_id, b.customer_id, b.name, b.cost
  from whole b${lockMembership(form)}${lockCustomer(form)}
),${key.owned}
charged as (${charge("locked", key.isOwned)}
),
redeemed as (${insertRedemptions("charged", "rewards", { stampsUsed: "s.cost", extraData: "null" })}
),
authorized as (${spendAuthorizations(selectAuthorizations)}
),
line as (${insertLines}
),
entry as (${chargeEntries("charged")}
),${issue("lines", "charged")},
done as (${outcomes("charged", "seen", {
    saving: "'cost', s.cost",
    frame: "'lines', b.outcome_lines",
    changed: chargedParts,
  })}
)${key.outcome}${answers("seen", "done", `${enteredParts}, 'lines', b.seen_lines`)}`;
}

/**
 * Redeems several rewards for each call: all lines or none. A call is done only if:
 * - the rules allow it;
 * - its idempotency key has no stored outcome;
 * - each line was prepared with the voucher template that its reward has now;
 * - no earlier call of the batch has its customer or key;
 * - no other transaction has locked a row that it changes or refers to.
 */
export const redeemManyRewards = batchStatement<RewardsCall, RewardsSeen, RewardsDone>(
  "redeem_multiple_rewards",
  columnsOf(types),
  arms,
  mayHaveKey,
);
