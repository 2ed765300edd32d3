import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { idOrCode } from "../../wire/fields.ts";
import {
  MembershipWithStatusCode,
  presentMembershipWithStatusCode,
} from "../../wire/membership.ts";
import { required } from "../../wire/reading.ts";
import { presentRedemption, Redemption } from "../../wire/redemptions/redemption.ts";
import { presentReward, Reward } from "../../wire/redemptions/reward.ts";
import { presentVoucher, Voucher } from "../../wire/redemptions/voucher.ts";
import { asRedeemInput, given, givenFailures, priceOf } from "./given.ts";

const present = (done: redeeming.RewardRedeemed) => ({
  redemption: presentRedemption(done.redemption),
  membership: presentMembershipWithStatusCode(done),
  reward: presentReward(done.reward),
  ...(done.voucher && { voucher: presentVoucher(done.voucher) }),
});

/** Redeems a reward for a customer's stamps. Interface R1. */
export const redeemReward = operation
  .meta({
    summary: "Redeems a reward for a customer's stamps (R1)",
    example: {
      body: { ...sample.who, reward: 1, invoice_number: "INV-1", channel: 2 },
      answer: {
        redemption: { ...sample.redemption, reward: "Kaya Bun", stamps_used: 2 },
        membership: { ...sample.membership, stamps: 248, stamps_remaining: 248 },
        reward: sample.reward,
        voucher: sample.voucher,
      },
    },
    rest: { path: "/api/v2/redemptions/redeem-reward", operationId: "redeemReward" },
    scope: "redemptions",
    role: "cashier",
    byPin: true,
    idempotent: true,
    replays: [replay(redeeming.keptReward, present)],
    failures: {
      ...givenFailures,
      invalid_reward: "reward",
      reward_not_available: "reward",
      required: "stamps",
      // reported on `stamps` for a flexible reward, because the caller sets its price
      insufficient_stamps: ["reward", "stamps"],
    },
  })
  .input(
    z.object({
      user: given.user,
      reward: required(idOrCode).describe("The reward: its id or its code."),
      store: given.store,
      invoice_number: given.invoice_number,
      channel: given.channel,
      stamps: priceOf.stamps,
      extra_data: given.extra_data,
      qty: priceOf.qty,
      request_id: given.request_id,
    }),
  )
  .output(
    z.object({
      redemption: Redemption,
      membership: MembershipWithStatusCode,
      reward: Reward,
      voucher: Voucher.optional(),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { reward, qty, stamps } = input;
    const done = await redeeming.redeemReward(ctx.coreFor(input), {
      ...asRedeemInput(input),
      reward,
      qty,
      stamps,
    });
    return present(done);
  });
