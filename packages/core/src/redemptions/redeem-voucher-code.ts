import { checkGuesses, guessInTurn } from "../access/index.ts";
import { actorOf, type CoreContext } from "../context.ts";
import { firstRefusal } from "../failures.ts";
import { attempt } from "./attempt.ts";
import { enter } from "./scene.rules.ts";
import { takeRedemptionId } from "./take-redemption-id.ts";
import type { RedeemInput, VoucherRedeemed } from "./types.ts";
import { checkOwner, checkTemplate, checkVoucher } from "./voucher.rules.ts";
import { loadVoucherCodeScene, saveVoucherRedemption } from "./voucher.store.ts";
import { decideVoucher, frameVoucher, tellVoucher } from "./voucher-redemption.rules.ts";

/** `user` is an email or a phone; the code compares without case. */
export type RedeemVoucherCodeInput = RedeemInput & {
  readonly voucherCode: string;
  readonly voucherTemplate: number;
};

/**
 * Redeems a voucher by its code, once; a code that nobody holds becomes the customer's. Refuses as
 * decisions, section 2, for store, identifier, voucher_code, voucher_template and request_id.
 * Interface R4.
 */
export function redeemVoucherCode(
  ctx: CoreContext,
  input: RedeemVoucherCodeInput,
): Promise<VoucherRedeemed> {
  const takeId = takeRedemptionId(ctx);
  return guessInTurn(ctx, () =>
    attempt(ctx, {
      operation: "redemptions.redeemVoucherCode",
      subject: "a voucher code",
      wrongGuess: "invalid_voucher",
      load: () => loadVoucherCodeScene(ctx, input),
      decide: (scene) => {
        // before the code is looked at, and after what is said without it
        const throttled = "decided" in enter(scene, ctx.caller) && checkGuesses(scene.guesses);
        if (throttled) return { refusal: throttled };
        return decideVoucher(scene, ctx.caller, input.requestId, (voucher, { store, customer }) =>
          firstRefusal(
            checkTemplate(voucher, input.voucherTemplate),
            checkOwner(voucher, customer, true),
            checkVoucher(voucher, { store, channel: input.channel }),
          ),
        );
      },
      plan: async (decided) =>
        frameVoucher(
          {
            kind: "voucher_code",
            redemptionId: await takeId(),
            actor: actorOf(ctx.caller),
            value: decided.voucher.remainingValue,
          },
          input,
          decided,
        ),
      save: (frame, keyed) => saveVoucherRedemption(ctx, frame.saving, keyed),
      tell: tellVoucher,
    }),
  );
}
