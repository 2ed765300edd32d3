import { actorOf, type CoreContext } from "../context.ts";
import type { Customer, Identifier, Membership } from "../customers/index.ts";
import type { StoreRef } from "../merchants/index.ts";
import { attempt } from "./attempt.ts";
import { issueVouchers } from "./issue-vouchers.ts";
import { shownReward } from "./reward.rules.ts";
import { type DecidedRewards, decideRewards, type WishedReward } from "./rewards.rules.ts";
import { loadRewardsScene, type RewardsSaving, saveRewardsRedemption } from "./rewards.store.ts";
import { takeRedemptionId } from "./take-redemption-id.ts";
import type { RewardLine, RewardsRedeemed } from "./types.ts";

/** 1 to 50 lines. */
export type RedeemMultipleRewardsInput = {
  readonly user: Identifier;
  readonly store: StoreRef;
  readonly rewards: readonly WishedReward[];
  readonly invoiceNumber: string | null;
  readonly channel: number | null;
};

type Frame = {
  readonly saving: RewardsSaving;
  readonly customer: Customer;
  readonly membership: Membership;
  readonly lines: readonly RewardLine[];
};

/**
 * Redeems several rewards at once: every line or none, one total of stamps. Refuses as decisions,
 * section 2, for store, user, rewards and request_id, and names the line. Interface R8.
 */
export function redeemMultipleRewards(
  ctx: CoreContext,
  input: RedeemMultipleRewardsInput,
): Promise<RewardsRedeemed> {
  const takeId = takeRedemptionId(ctx);
  return attempt(ctx, {
    operation: "redemptions.redeemMultipleRewards",
    subject: `rewards ${input.rewards
      .map(({ code }) => code)
      .join(", ")
      .slice(0, 200)}`,
    load: () => loadRewardsScene(ctx, input),
    decide: (scene) => decideRewards(scene, ctx.caller, input.rewards, input.channel),
    plan: async (decided) => plan(ctx, input, decided, await takeId()),
    save: (frame, keyed) => saveRewardsRedemption(ctx, frame.saving, keyed),
    tell: ({ saving, customer, membership, lines }: Frame, { stamps }) => ({
      redemption: {
        id: saving.redemptionId,
        name: saving.name,
        stampsUsed: saving.cost,
        status: "Created",
        extraData: null,
      },
      customer,
      membership: { ...membership, stamps },
      lines,
    }),
  });
}

async function plan(
  ctx: CoreContext,
  input: RedeemMultipleRewardsInput,
  { customer, membership, store, cost, lines, authorizationIds }: DecidedRewards,
  redemptionId: number,
): Promise<Frame> {
  const issued = await Promise.all(
    lines.map((line) => issueVouchers(ctx, line.template, line.wish.qty, store.today)),
  );
  return {
    customer,
    membership,
    lines: lines.map((line, at) => ({
      reward: shownReward(line.reward),
      qty: line.wish.qty,
      stampsUsed: line.cost,
      requestId: line.wish.requestId,
      voucher: issued[at]?.[0] ?? null,
    })),
    saving: {
      redemptionId,
      customerId: customer.id,
      storeId: store.id,
      name: lines.map(({ reward }) => reward.name).join(", "),
      cost,
      channel: input.channel,
      invoiceNumber: input.invoiceNumber,
      authorizationIds,
      actor: actorOf(ctx.caller),
      lines: lines.map(({ wish, reward, cost: stampsUsed }, at) => ({
        line: at + 1,
        rewardId: reward.id,
        name: reward.name,
        qty: wish.qty,
        stampsUsed,
        requestId: wish.requestId,
      })),
      vouchers: issued.flat(),
    },
  };
}
