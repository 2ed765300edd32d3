import * as redeeming from "@stampbook/core/redeeming";
import { z } from "zod";
import { operation } from "../../trpc.ts";
import { code, reference } from "../../wire/fields.ts";
import { optional, required } from "../../wire/reading.ts";
import {
  PromoCodeValidatedAnswer,
  presentPromoCodeValidated,
} from "../../wire/redemptions/promo-code-validated.ts";
import { saleAmount } from "../../wire/sale/decimals.ts";
import { given } from "../redemptions/given.ts";

/** Whether a promo code could be redeemed now. Interface C4. */
export const validate = operation
  .meta({
    summary: "Says whether a promo code could be redeemed now, and changes nothing (C4)",
    scope: "redemptions",
    failures: {
      invalid_store: "store",
      invalid_user: "user",
      invalid_promo_code: "promo_code",
      too_many_attempts: "promo_code",
    },
    rest: { path: "/api/promo-codes/validate", methods: ["GET"] },
  })
  .input(
    z.object({
      promo_code: required(code),
      store: given.store,
      channel: given.channel,
      user: optional(reference),
      // accepted because old clients send it; no rule uses it
      transaction_value: optional(saleAmount),
    }),
  )
  .output(PromoCodeValidatedAnswer)
  .query(async ({ ctx, input }) => {
    const { promo_code: promoCode, store, channel, user } = input;
    const validated = await redeeming.validatePromoCode(ctx.coreFor(input), {
      promoCode,
      store,
      channel,
      user,
    });
    return presentPromoCodeValidated(validated, ctx.merchant);
  });
