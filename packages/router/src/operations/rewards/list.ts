import { mostOf } from "@stampbook/core/limits";
import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import type { OperationMeta } from "../../meta.ts";
import { operation } from "../../trpc.ts";
import { OffersAnswer, presentOffers } from "../../wire/catalogue/offers.ts";
import { flag, id, storeRef, userRef, wholeNumber } from "../../wire/fields.ts";
import { optional, withDefault } from "../../wire/reading.ts";
import { given } from "../redemptions/given.ts";

const meta = {
  scope: "redemptions",
  failureErrors: "list",
  failures: {
    required: "store",
    invalid_store: "store",
    invalid_user: "user",
    too_many_attempts: "user",
  },
} as const satisfies OperationMeta;

const input = z.object({
  store: optional(storeRef),
  user: optional(userRef),
  only_redeemable_in_this_store: withDefault(flag, false).describe(
    "Leaves out what is limited to other stores. Needs `store`.",
  ),
  include_inactive_vouchers: withDefault(flag, false).describe(
    "Whether to list vouchers that were withdrawn or have ended.",
  ),
  channel: given.channel,
  last_reward_id: optional(id).describe("The id of the last reward of the page before."),
  last_voucher_id: optional(id).describe("The id of the last voucher of the page before."),
  per_page: withDefault(wholeNumber(1, mostOf.rewardsPage), 20).describe(
    "How many are shown at a time.",
  ),
});

/** Converts the parameters to the core's input. */
const readOffers = (read: z.output<typeof input>): redeeming.OffersInput => ({
  user: read.user,
  store: read.store,
  isOnlyOfStore: read.only_redeemable_in_this_store,
  hasInactiveVouchers: read.include_inactive_vouchers,
  channel: read.channel,
  afterReward: read.last_reward_id,
  afterVoucher: read.last_voucher_id,
  limit: read.per_page,
});

/** The rewards, and a voucher of the customer. */
const offers = {
  body: { store: 32, user: "customer@example.com", last_voucher_id: 24 },
  answer: {
    rewards: [
      {
        ...sample.kayaBun,
        redeemable: true,
      },
    ],
    vouchers: [
      {
        id: 25,
        code: "KAYA0025",
        name: "Free Kaya Bun",
        type: "voucher",
        quantity: 1,
        image_url: "https://example.com/bun.png",
        landscape_url: null,
        terms: "",
        expires_on: "31-12-2027 23:59",
        extra_data: {},
        constraint: { channels: [] },
      },
    ],
    customer: {
      id: 123,
      stamps: 250,
      stamps_remaining: 250,
      membership_status: "Blue",
      status: "Blue",
    },
  },
};

/** Lists the rewards, and the vouchers of the given customer. Interface C1. */
export const list = operation
  .meta({
    ...meta,
    summary: "Lists rewards, says which of them a customer can redeem, and their vouchers (C1)",
    example: offers,
    rest: { path: "/api/rewards", operationId: "listRewards", methods: ["GET"] },
  })
  .input(input)
  .output(OffersAnswer)
  .query(async ({ ctx, input: read }) =>
    presentOffers(await redeeming.listOffers(ctx.coreFor(read), readOffers(read))),
  );

/** The same on the path for merchants with a group, because a merchant is a group of its own. */
export const byMerchantGroup = operation
  .meta({
    ...meta,
    summary: "The same as C1, on the path for groups of merchants (C12)",
    example: offers,
    rest: {
      path: "/api/rewards/by-merchant-group",
      operationId: "listRewardsOfGroup",
      methods: ["GET"],
    },
  })
  .input(input)
  .output(OffersAnswer)
  .query(async ({ ctx, input: read }) =>
    presentOffers(await redeeming.listOffers(ctx.coreFor(read), readOffers(read))),
  );
