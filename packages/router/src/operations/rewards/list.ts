import { mostOf } from "@stampbook/core/limits";
import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import { operation } from "../../trpc.ts";
import { OffersAnswer, presentOffers } from "../../wire/catalogue/offers.ts";
import { flag, id, reference, wholeNumber } from "../../wire/fields.ts";
import { optional, withDefault } from "../../wire/reading.ts";
import { given } from "../redemptions/given.ts";

/** Lists the rewards, and the vouchers of the given customer. Interface C1. */
export const list = operation
  .meta({
    summary: "Lists rewards, says which of them a customer can redeem, and their vouchers (C1)",
    scope: "redemptions",
    failureErrors: "list",
    failures: {
      required: "store",
      invalid_store: "store",
      invalid_user: "user",
      too_many_attempts: "user",
    },
    rest: { path: "/api/rewards", methods: ["GET"] },
  })
  .input(
    z.object({
      store: optional(reference),
      user: optional(reference),
      only_redeemable_in_this_store: withDefault(flag, false),
      include_inactive_vouchers: withDefault(flag, false),
      channel: given.channel,
      last_reward_id: optional(id),
      last_voucher_id: optional(id),
      per_page: withDefault(wholeNumber(1, mostOf.rewardsPage), 20),
    }),
  )
  .output(OffersAnswer)
  .query(async ({ ctx, input }) => {
    const offers = await redeeming.listOffers(ctx.coreFor(input), {
      user: input.user,
      store: input.store,
      isOnlyOfStore: input.only_redeemable_in_this_store,
      hasInactiveVouchers: input.include_inactive_vouchers,
      channel: input.channel,
      afterReward: input.last_reward_id,
      afterVoucher: input.last_voucher_id,
      limit: input.per_page,
    });
    return presentOffers(offers);
  });
