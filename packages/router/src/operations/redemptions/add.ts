import * as redeeming from "@stampbook/core/redeeming";
import { refuseKeyOf } from "@stampbook/core/writing";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { requiredIf } from "../../wire/check-fields.ts";
import { choice } from "../../wire/choices.ts";
import { code, id } from "../../wire/fields.ts";
import { optional, withDefault } from "../../wire/reading.ts";
import {
  presentRedemptionAdded,
  RedemptionAdded,
} from "../../wire/redemptions/redemption-added.ts";
import { asRedeemInput, given, givenFailures, priceOf } from "./given.ts";

const input = requiredIf(
  z.object({
    user: given.user,
    type: withDefault(choice(["reward", "voucher"]), "reward").describe(
      "What `reward` and `reward_by_code` name.",
    ),
    reward: optional(id).describe(
      "The id of the reward or the voucher. Needed without `reward_by_code`.",
    ),
    reward_by_code: optional(code).describe("The code of the reward or the voucher."),
    store: given.store,
    invoice_number: given.invoice_number,
    channel: given.channel,
    stamps: priceOf.stamps,
    extra_data: given.extra_data,
    qty: priceOf.qty,
    request_id: given.request_id,
  }),
  "reward",
  ({ reward_by_code: byCode }) => byCode === null,
);

const presentRewardAdded = (done: redeeming.RewardRedeemed) =>
  presentRedemptionAdded(
    done,
    done.voucher && { voucher: done.voucher, quantity: done.vouchers.length },
  );

/** Redeems a reward or a voucher for clients of the older interface, with a short answer. Interface R10. */
export const add = operation
  .meta({
    summary: "Redeems a reward or a voucher, with a short answer (R10)",
    example: {
      body: { ...sample.who, reward: 1 },
      answer: {
        redemption: { id: 1, reward: "Kaya Bun", stamps_used: 2 },
        customer: { id: sample.customer.id, stamps_remaining: 248 },
        voucher: {
          id: 5,
          name: "Free Kaya Bun",
          type: "voucher",
          quantity: 1,
          image_url: "https://example.com/bun.png",
          expires_on: "22-12-2026 23:59",
        },
      },
    },
    rest: { path: "/api/redemptions/add", operationId: "redeemBrief" },
    scope: "redemptions",
    idempotent: true,
    replays: [
      replay(redeeming.keptReward, presentRewardAdded),
      replay(redeeming.keptVoucher, (done) => presentRedemptionAdded(done)),
    ],
    failures: {
      ...givenFailures,
      invalid_reward: "reward",
      reward_not_available: "reward",
      required: "stamps",
      insufficient_stamps: ["reward", "stamps"],
      invalid_voucher: "reward",
      invalid_voucher_owner: "user",
      voucher_already_redeemed: "reward",
      voucher_expired: "reward",
      voucher_not_started: "reward",
      voucher_not_available: "reward",
      too_many_attempts: "reward",
    },
  })
  .input(input)
  .output(RedemptionAdded)
  .mutation(async ({ ctx, input }) => {
    const { type, qty, stamps, reward: byId, reward_by_code: byCode } = input;
    const named = byId ?? byCode;
    if (named === null) throw new TypeError("the input names a reward");
    const core = ctx.coreFor(input);
    const common = asRedeemInput(input);
    if (type === "voucher") {
      await refuseKeyOf(core, redeeming.keptReward.operation);
      return presentRedemptionAdded(
        await redeeming.redeemVoucher(core, { ...common, voucher: named }),
      );
    }
    await refuseKeyOf(core, redeeming.keptVoucher.operation);
    return presentRewardAdded(
      await redeeming.redeemReward(core, { ...common, reward: named, qty, stamps }),
    );
  });
