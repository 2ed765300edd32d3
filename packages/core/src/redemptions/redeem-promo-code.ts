import { checkGuesses, guessInTurn } from "../access/index.ts";
import { actorOf, type CoreContext } from "../context.ts";
import type { Customer, Membership } from "../customers/index.ts";
import { attempt } from "./attempt.ts";
import { authorizationToSpend, checkAuthorization } from "./authorization.rules.ts";
import { checkPromoCode, type PromoCode } from "./promo-code.rules.ts";
import {
  loadPromoCodeScene,
  type PromoCodeSaving,
  type PromoCodeScene,
  savePromoCodeRedemption,
} from "./promo-code.store.ts";
import { type Entered, enter, type Verdict } from "./scene.rules.ts";
import { takeRedemptionId } from "./take-redemption-id.ts";
import type { Redeemed, RedeemInput } from "./types.ts";

/** The promo code compares without case. */
export type RedeemPromoCodeInput = RedeemInput & { readonly promoCode: string };

type Frame = {
  readonly saving: PromoCodeSaving;
  readonly customer: Customer;
  readonly membership: Membership;
};

/**
 * Redeems a promo code for a customer, within its dates, hours, stores, channels and limits. Refuses
 * as decisions, section 2, for store, user, promo_code and request_id. Interface R5.
 */
export function redeemPromoCode(ctx: CoreContext, input: RedeemPromoCodeInput): Promise<Redeemed> {
  const takeId = takeRedemptionId(ctx);
  return guessInTurn(ctx, () =>
    attempt(ctx, {
      operation: "redemptions.redeemPromoCode",
      subject: "a promo code",
      wrongGuess: "invalid_promo_code",
      load: () => loadPromoCodeScene(ctx, input),
      decide: (scene) => decide(ctx, input, scene),
      plan: async (decided) => plan(ctx, input, decided, await takeId()),
      save: (frame, keyed) => savePromoCodeRedemption(ctx, frame.saving, keyed),
      tell: ({ saving, customer, membership }: Frame) => ({
        redemption: {
          id: saving.redemptionId,
          name: saving.name,
          stampsUsed: 0,
          status: "Created",
          extraData: null,
        },
        customer,
        membership,
      }),
    }),
  );
}

type Decided = Entered & { readonly promo: PromoCode; readonly authorizationId: number | null };

function decide(
  ctx: CoreContext,
  input: RedeemPromoCodeInput,
  scene: PromoCodeScene,
): Verdict<Decided> {
  const entered = enter(scene, ctx.caller);
  if ("refusal" in entered) return entered;
  const { promo } = scene;
  const refusal =
    checkGuesses(scene.guesses) ??
    checkPromoCode(promo, { store: entered.decided.store, channel: input.channel });
  if (refusal) return { refusal };
  if (!promo) throw new TypeError("a checked promo code is there");
  const unauthorized = checkAuthorization(scene, input.requestId);
  if (unauthorized) return { refusal: unauthorized };
  return { decided: { ...entered.decided, promo, authorizationId: authorizationToSpend(scene) } };
}

function plan(
  ctx: CoreContext,
  input: RedeemPromoCodeInput,
  { customer, membership, store, promo, authorizationId }: Decided,
  redemptionId: number,
): Frame {
  return {
    customer,
    membership,
    saving: {
      redemptionId,
      customerId: customer.id,
      storeId: store.id,
      promoCodeId: promo.id,
      maxUsesPerCustomer: promo.maxUsesPerCustomer,
      name: promo.name,
      channel: input.channel,
      invoiceNumber: input.invoiceNumber,
      requestId: input.requestId,
      authorizationId,
      actor: actorOf(ctx.caller),
    },
  };
}
