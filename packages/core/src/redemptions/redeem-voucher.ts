import { actorOf, type CoreContext } from "../context.ts";
import type { Customer, Membership } from "../customers/index.ts";
import { firstRefusal } from "../failures.ts";
import { attempt } from "./attempt.ts";
import { authorizationToSpend, checkAuthorization } from "./authorization.rules.ts";
import { type Entered, enter, type Verdict } from "./scene.rules.ts";
import type { RedeemInput, Voucher, VoucherRedeemed } from "./types.ts";
import {
  checkOwner,
  checkVoucher,
  checkVoucherExists,
  type HeldVoucher,
  shownVoucher,
} from "./voucher.rules.ts";
import {
  loadVoucherScene,
  saveVoucherRedemption,
  type VoucherSaving,
  type VoucherScene,
} from "./voucher.store.ts";

/** `voucher` is the id of the one voucher that the customer holds. */
export type RedeemVoucherInput = RedeemInput & { readonly voucher: number };

type Frame = {
  readonly saving: VoucherSaving;
  readonly customer: Customer;
  readonly membership: Membership;
  readonly voucher: Voucher;
};

/**
 * Redeems a voucher, once; of a dynamic value it spends all that is left. Refuses as decisions,
 * section 2, for store, user, voucher and request_id. Interface R2.
 */
export function redeemVoucher(
  ctx: CoreContext,
  input: RedeemVoucherInput,
): Promise<VoucherRedeemed> {
  return attempt(ctx, {
    operation: "redemptions.redeemVoucher",
    load: () => loadVoucherScene(ctx, input),
    decide: (scene) => decide(ctx, input, scene),
    plan: (decided) => plan(ctx, input, decided),
    save: (frame, keyed) => saveVoucherRedemption(ctx, frame.saving, keyed),
    tell: ({ saving, customer, membership, voucher }) => ({
      redemption: {
        id: saving.redemptionId,
        name: saving.name,
        stampsUsed: 0,
        status: "Created",
        extraData: saving.extraData,
      },
      customer,
      membership,
      voucher,
    }),
  });
}

type Decided = Entered & {
  readonly voucher: HeldVoucher;
  readonly authorizationId: number | null;
};

function decide(
  ctx: CoreContext,
  input: RedeemVoucherInput,
  scene: VoucherScene,
): Verdict<Decided> {
  const entered = enter(scene, ctx.caller);
  if ("refusal" in entered) return entered;
  const { store, customer } = entered.decided;
  const { voucher } = scene;
  const unknown = checkVoucherExists(voucher);
  if (unknown) return { refusal: unknown };
  if (!voucher) throw new TypeError("a checked voucher is there");
  const refusal = firstRefusal(
    checkOwner(voucher, customer),
    checkVoucher(voucher, { store, channel: input.channel }),
    checkAuthorization(scene, input.requestId),
  );
  if (refusal) return { refusal };
  return {
    decided: { ...entered.decided, voucher, authorizationId: authorizationToSpend(scene) },
  };
}

async function plan(ctx: CoreContext, input: RedeemVoucherInput, decided: Decided): Promise<Frame> {
  const { customer, membership, store, voucher } = decided;
  return {
    customer,
    membership,
    voucher: shownVoucher(voucher),
    saving: {
      kind: "voucher",
      redemptionId: await ctx.ids.take(ctx.caller.merchant.id, "redemptions"),
      customerId: customer.id,
      storeId: store.id,
      voucherId: voucher.id,
      name: voucher.name,
      left: voucher.remainingValue,
      value: voucher.remainingValue,
      channel: input.channel,
      invoiceNumber: input.invoiceNumber,
      extraData: input.extraData,
      requestId: input.requestId,
      authorizationId: decided.authorizationId,
      actor: actorOf(ctx.caller),
    },
  };
}
