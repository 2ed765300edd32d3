import { actorOf, type CoreContext } from "../context.ts";
import { attempt } from "./attempt.ts";
import { issueVouchers } from "./issue-vouchers.ts";
import {
  type DecidedReward,
  decideReward,
  type RewardTold,
  rewardOutcome,
  shownReward,
} from "./reward.rules.ts";
import {
  loadRewardScene,
  type RewardSaving,
  type RewardScene,
  saveRewardRedemption,
} from "./reward.store.ts";
import type { Verdict } from "./scene.rules.ts";
import { takeRedemptionId } from "./take-redemption-id.ts";
import type { RedeemInput, RewardRedeemed } from "./types.ts";
import type { VoucherTemplate } from "./voucher.rules.ts";

/** `stamps` is a flexible reward's price; a fixed one ignores it. `qty` 1 to 100. */
export type RedeemRewardInput = RedeemInput & {
  readonly reward: number;
  readonly qty: number;
  readonly stamps: number | null;
};

type Frame = RewardTold & { readonly saving: RewardSaving };

/**
 * Redeems a reward for a customer's stamps; one that carries a voucher issues `qty` of them.
 * Refuses as decisions, section 2, for store, user, reward, request_id and stamps. Interface R1.
 */
export function redeemReward(ctx: CoreContext, input: RedeemRewardInput): Promise<RewardRedeemed> {
  const takeId = takeRedemptionId(ctx);
  return attempt(ctx, {
    operation: "redemptions.redeemReward",
    subject: `reward ${input.reward}`,
    load: () => loadRewardScene(ctx, input),
    decide: (scene) => decide(ctx, input, scene),
    plan: async (decided) => plan(ctx, input, decided, await takeId()),
    save: (frame, keyed) => saveRewardRedemption(ctx, frame.saving, keyed),
    tell: rewardOutcome,
  });
}

type Decided = DecidedReward & { readonly template: VoucherTemplate | null };

function decide(ctx: CoreContext, input: RedeemRewardInput, scene: RewardScene): Verdict<Decided> {
  const verdict = decideReward(scene, ctx.caller, input);
  if ("refusal" in verdict) return verdict;
  return { decided: { ...verdict.decided, template: scene.template } };
}

async function plan(
  ctx: CoreContext,
  input: RedeemRewardInput,
  decided: Decided,
  redemptionId: number,
): Promise<Frame> {
  const { customer, membership, reward, store, cost } = decided;
  return {
    customer,
    membership,
    reward: shownReward(reward),
    saving: {
      redemptionId,
      customerId: customer.id,
      storeId: store.id,
      rewardId: reward.id,
      name: reward.name,
      cost,
      qty: input.qty,
      channel: input.channel,
      invoiceNumber: input.invoiceNumber,
      extraData: input.extraData,
      requestId: input.requestId,
      authorizationId: decided.authorizationId,
      actor: actorOf(ctx.caller),
      vouchers: await issueVouchers(ctx, decided.template, input.qty, store.today),
    },
  };
}
