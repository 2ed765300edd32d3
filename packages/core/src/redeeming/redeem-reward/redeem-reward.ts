import type { CoreContext } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import { codeKeyOf } from "../../merchants/index.ts";
import { expireIfDue } from "../../stamps/index.ts";
import { issueVouchers } from "../../vouchers/index.ts";
import { again } from "../../writing/index.ts";
import { redemptionCall } from "../call.sql.ts";
import { recordSeen } from "../record-seen.ts";
import type { RewardRedeemed } from "../types.ts";
import { byIdOrCode } from "./by-id-or-code.ts";
import {
  type RedeemRewardInput,
  type RewardSeen,
  refuseReward,
  rewardOutcome,
} from "./redeem-reward.rules.ts";
import { operation, type RewardCall, redeemRewards } from "./redeem-reward.sql.ts";

/**
 * Redeems a reward for a customer's stamps. If the reward issues a voucher, issues `qty` of these vouchers. A
 * string `reward` is a code. A number is an id, or a code with these digits if no reward has the id. Throws
 * the refusals of a redemption in docs/limits.md. Interface R1; interface 2, section 2.
 */
export async function redeemReward(ctx: CoreContext, input: NamedReward): Promise<RewardRedeemed> {
  const { reward, qty, stamps, extraData, requestId } = input;
  const call: RewardCall = {
    ...(await redemptionCall(ctx, input)),
    ...{ reward: null, rewardCode: null, qty, stamps, extraData, requestId },
    voucherTemplate: null,
    vouchers: null,
  };
  const record = (subject: string): Send["record"] => {
    return (seen, refusal) => recordSeen(ctx, { operation, subject }, seen, refusal);
  };
  return byIdOrCode(reward, "invalid_reward", {
    byId: (id, isRecorded) =>
      send(ctx, input, {
        call: { ...call, reward: id },
        record: async (seen, refusal) => {
          if (isRecorded(refusal.code)) await record(`reward ${id}`)(seen, refusal);
        },
      }),
    byCode: (code) =>
      send(ctx, input, {
        call: { ...call, rewardCode: codeKeyOf(code) },
        // the quotes show that digits are an unknown code, and not an id
        record: (seen, refusal) =>
          record(seen.reward ? `reward ${seen.reward.id}` : `reward "${code}"`)(seen, refusal),
      }),
  });
}

type NamedReward = Omit<RedeemRewardInput, "reward"> & { readonly reward: number | string };

type Send = {
  readonly call: RewardCall;
  readonly record: (seen: RewardSeen, refusal: Refusal) => Promise<void>;
};

async function send(ctx: CoreContext, input: NamedReward, { call, record }: Send) {
  const { caller } = ctx;
  const done = await again(ctx, {
    operation: { name: operation, statement: redeemRewards, subjects, weight },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    complete: (sent, seen) => complete(ctx, sent, seen),
    refuse: (seen) => refuseReward(seen, caller, input),
    record,
  });
  return rewardOutcome(done);
}

/**
 * The customer, as the request names them: calls of one customer are not sent at the same time. But two calls
 * that name the customer in different ways may be in one batch. The statement then does only the first call,
 * and the second call is sent again.
 */
const subjects = ({ email, memberId }: RewardCall) => [`customer ${email ?? memberId}`];

const weight = ({ voucherTemplate, qty }: RewardCall) => (voucherTemplate === null ? 0 : qty);

/**
 * Returns the call with vouchers of the template that its reward has now. Null if the call was prepared with
 * this template already, or if the store is unknown.
 */
async function complete(
  ctx: CoreContext,
  call: RewardCall,
  { store, template }: RewardSeen,
): Promise<RewardCall | null> {
  const voucherTemplate = template?.id ?? null;
  if (!store || call.voucherTemplate === voucherTemplate) return null;
  // makes vouchers only now: few rewards issue any, and unused vouchers would use up ids
  const vouchers = template && (await issueVouchers(ctx, template, call.qty, store.today));
  return { ...call, voucherTemplate, vouchers };
}
