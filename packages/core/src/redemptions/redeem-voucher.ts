import { actorOf, type CoreContext } from "../context.ts";
import { firstRefusal } from "../failures.ts";
import { attempt } from "./attempt.ts";
import { takeRedemptionId } from "./take-redemption-id.ts";
import type { RedeemInput, VoucherRedeemed } from "./types.ts";
import { checkOwner, checkVoucher } from "./voucher.rules.ts";
import { loadVoucherScene, saveVoucherRedemption } from "./voucher.store.ts";
import { decideVoucher, frameVoucher, tellVoucher } from "./voucher-redemption.rules.ts";

/** `voucher` is the id of the one voucher that the customer holds. */
export type RedeemVoucherInput = RedeemInput & { readonly voucher: number };

/**
 * Redeems a voucher, once; of a dynamic value it spends all that is left. Refuses as decisions,
 * section 2, for store, user, voucher and request_id. Interface R2.
 */
export function redeemVoucher(
  ctx: CoreContext,
  input: RedeemVoucherInput,
): Promise<VoucherRedeemed> {
  const takeId = takeRedemptionId(ctx);
  return attempt(ctx, {
    operation: "redemptions.redeemVoucher",
    subject: `voucher ${input.voucher}`,
    load: () => loadVoucherScene(ctx, input),
    decide: (scene) =>
      decideVoucher(scene, ctx.caller, input.requestId, (voucher, { store, customer }) =>
        firstRefusal(
          checkOwner(voucher, customer),
          checkVoucher(voucher, { store, channel: input.channel }),
        ),
      ),
    plan: async (decided) =>
      frameVoucher(
        {
          kind: "voucher",
          redemptionId: await takeId(),
          actor: actorOf(ctx.caller),
          value: decided.voucher.remainingValue,
        },
        input,
        decided,
      ),
    save: (frame, keyed) => saveVoucherRedemption(ctx, frame.saving, keyed),
    tell: tellVoucher,
  });
}
