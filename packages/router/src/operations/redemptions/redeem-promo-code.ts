import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { replay } from "../../replay.ts";
import { operation } from "../../trpc.ts";
import { code, invoiceNumber } from "../../wire/fields.ts";
import { presentUser, User } from "../../wire/members/user.ts";
import { MembershipWithLevel, presentMembershipWithLevel } from "../../wire/membership.ts";
import { required } from "../../wire/reading.ts";
import { PromoCode, presentPromoCode } from "../../wire/redemptions/promo-code.ts";
import { presentRedemption, Redemption } from "../../wire/redemptions/redemption.ts";
import { asRedeemInput, given, givenFailures } from "./given.ts";

const present = (done: redeeming.PromoCodeRedeemed) => ({
  redemption: presentRedemption(done.redemption),
  user: presentUser(done.customer),
  membership: presentMembershipWithLevel(done),
  promo_code: done.promoCode && presentPromoCode(done.promoCode),
});

/** Redeems a promo code for a customer. Interface R5. */
export const redeemPromoCode = operation
  .meta({
    summary: "Redeems a promo code (R5)",
    example: {
      body: { ...sample.who, promo_code: "PROMOCODE", invoice_number: "INV-3" },
      answer: {
        redemption: { ...sample.redemption, reward: "Discount Rp 100,000" },
        user: sample.userInShort,
        membership: sample.withoutStatus,
        promo_code: { id: 1, code: "PROMOCODE", name: "Discount Rp 100,000", extra_data: {} },
      },
    },
    rest: { path: "/api/v3/redemptions/redeem-promo-code", operationId: "redeemPromoCode" },
    scope: "redemptions",
    role: "cashier",
    byPin: true,
    idempotent: true,
    replays: [replay(redeeming.keptPromoCode, present)],
    failures: {
      ...givenFailures,
      invalid_promo_code: "promo_code",
      promo_code_not_available: "promo_code",
      promo_code_limit_reached: "promo_code",
      too_many_attempts: "promo_code",
    },
  })
  .input(
    z.object({
      user: given.user,
      promo_code: required(code).describe("The code, in any letter case."),
      store: given.store,
      invoice_number: required(invoiceNumber),
      channel: given.channel,
      request_id: given.request_id,
    }),
  )
  .output(
    z.object({
      redemption: Redemption,
      user: User,
      membership: MembershipWithLevel,
      promo_code: PromoCode.nullable(),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const done = await redeeming.redeemPromoCode(ctx.coreFor(input), {
      ...asRedeemInput(input),
      promoCode: input.promo_code,
    });
    return present(done);
  });
