import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { presentRewardDetail, RewardInDetail } from "../../wire/catalogue/reward-shown.ts";
import { code } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";

/** Returns one reward by its code. Interface C2. */
export const details = operation
  .meta({
    summary: "Shows a reward by its code (C2)",
    example: {
      body: { reward_code: "MI0017" },
      answer: {
        ...sample.kayaBun,
        available_at: ["Kemang"],
        is_active: true,
        is_cross_promo: false,
        picture_url: "",
        get_absolute_url: "",
        redemption_url: "",
      },
    },
    scope: "redemptions",
    failureErrors: "list",
    failures: { reward_not_found: [] },
    rest: { path: "/api/rewards/{reward_code}", operationId: "rewardDetails", methods: ["GET"] },
  })
  .input(z.object({ reward_code: required(code).describe("The code, in any letter case.") }))
  .output(RewardInDetail)
  .query(async ({ ctx, input }) =>
    presentRewardDetail(await redeeming.getOfferedReward(ctx.coreFor(input), input.reward_code)),
  );
