import { actorOf, type CoreContext } from "../context.ts";
import { firstRefusal } from "../failures.ts";
import { attempt } from "./attempt.ts";
import { takeRedemptionId } from "./take-redemption-id.ts";
import type { RedeemInput, VoucherRedeemed } from "./types.ts";
import { checkDynamic, checkOwner, checkValue, checkVoucher } from "./voucher.rules.ts";
import { loadVoucherScene, saveValueDeduction } from "./voucher.store.ts";
import {
  decideVoucher,
  frameVoucher,
  tellVoucher,
  type VoucherTold,
} from "./voucher-redemption.rules.ts";

/** `value` is a decimal above zero with two places at most. */
export type DeductVoucherValueInput = RedeemInput & {
  readonly voucher: number;
  readonly value: string;
};

/**
 * Deducts a value from a voucher with a dynamic value; at nothing left it is spent. Refuses as
 * decisions, section 2, for store, user, voucher, request_id and value. Interface R3.
 */
export function deductVoucherValue(
  ctx: CoreContext,
  input: DeductVoucherValueInput,
): Promise<VoucherRedeemed> {
  const takeId = takeRedemptionId(ctx);
  return attempt(ctx, {
    operation: "vouchers.deductValue",
    subject: `voucher ${input.voucher}`,
    load: () => loadVoucherScene(ctx, input),
    decide: (scene) =>
      decideVoucher(
        scene,
        ctx.caller,
        input.requestId,
        (voucher, { store, customer }) =>
          firstRefusal(
            checkOwner(voucher, customer),
            checkDynamic(voucher),
            checkVoucher(voucher, { store, channel: input.channel }),
          ),
        (voucher) => checkValue(voucher, input.value),
      ),
    plan: async (decided) =>
      frameVoucher(
        {
          kind: "voucher_value",
          redemptionId: await takeId(),
          actor: actorOf(ctx.caller),
          value: input.value,
        },
        input,
        decided,
      ),
    save: (frame, keyed) => saveValueDeduction(ctx, frame.saving, keyed),
    tell: (frame: VoucherTold, { remaining }) => {
      const told = tellVoucher(frame);
      return { ...told, voucher: { ...told.voucher, remainingValue: remaining } };
    },
  });
}
