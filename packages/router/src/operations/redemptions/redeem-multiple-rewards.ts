import { mostOf } from "@stampbook/core/limits";
import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { reference } from "../../wire/fields.ts";
import { lines } from "../../wire/lines.ts";
import {
  MembershipWithStatusText,
  presentMembershipWithStatusText,
} from "../../wire/membership.ts";
import { required } from "../../wire/reading.ts";
import {
  presentRedemptionOfRewards,
  RedemptionOfRewards,
} from "../../wire/redemptions/redemption-of-rewards.ts";
import { given, givenFailures, priceOf } from "./given.ts";

const Line = z.object({
  request_id: given.request_id,
  code: required(reference).describe("The code of the reward, or its id."),
  ...priceOf,
});

const present = (done: redeeming.RewardsRedeemed) => ({
  redemption: presentRedemptionOfRewards(done),
  membership: presentMembershipWithStatusText(done),
});

/** Redeems several rewards at once, all lines or none. Interface R8. */
export const redeemMultipleRewards = operation
  .meta({
    summary: "Redeems several rewards, all or none (R8)",
    example: {
      body: { ...sample.who, rewards: [{ code: "MI0017", qty: 2 }] },
      answer: {
        redemption: {
          ...sample.redemption,
          reward: "Kaya Bun",
          stamps_used: 4,
          rewards: [
            {
              ...sample.reward,
              qty: 2,
              stamps_used: 4,
              request_id: null,
              voucher: { ...sample.voucher, type: "voucher" },
            },
          ],
          voucher: { ...sample.voucher, type: "voucher" },
        },
        membership: { ...sample.withoutTags, status: "Active", stamps: 246, stamps_remaining: 246 },
      },
    },
    rest: {
      path: "/api/v2/redemptions/redeem-multiple-rewards",
      operationId: "redeemMultipleRewards",
    },
    scope: "redemptions",
    role: "cashier",
    byPin: true,
    idempotent: true,
    replays: [replay(redeeming.keptRewards, present)],
    failures: {
      ...givenFailures,
      invalid_reward: "rewards",
      reward_not_available: "rewards",
      required: "rewards",
      insufficient_stamps: "rewards",
    },
  })
  .input(
    z.object({
      user: given.user,
      rewards: lines(Line, mostOf.rewardLines).describe("The lines."),
      store: given.store,
      invoice_number: given.invoice_number,
      channel: given.channel,
    }),
  )
  .output(z.object({ redemption: RedemptionOfRewards, membership: MembershipWithStatusText }))
  .mutation(async ({ ctx, input }) => {
    const { user, store, channel, invoice_number: invoiceNumber } = input;
    const rewards = input.rewards.map(({ request_id: requestId, ...line }) => ({
      ...line,
      requestId,
    }));
    const done = await redeeming.redeemMultipleRewards(ctx.coreFor(input), {
      user,
      store,
      channel,
      invoiceNumber,
      rewards,
    });
    return present(done);
  });
