import type { KnownCaller } from "../context.ts";
import type { Customer, Membership } from "../customers/types.ts";
import type { Refusal } from "../failures.ts";
import { authorizationToSpend, checkAuthorization } from "./authorization.rules.ts";
import { type Entered, enter, type Scene, type Verdict } from "./scene.rules.ts";
import type { ExtraData, RedeemInput, Voucher, VoucherRedeemed } from "./types.ts";
import { checkVoucherExists, type HeldVoucher, shownVoucher } from "./voucher.rules.ts";

/** What a voucher's redemption goes on with. */
export type DecidedVoucher = Entered & {
  readonly voucher: HeldVoucher;
  readonly authorizationId: number | null;
};

/**
 * The documented order for every way to redeem a voucher: store, customer and membership, the
 * voucher by `check`, the authorization, and last the value by `checkLast`.
 */
export function decideVoucher(
  scene: Scene & { readonly voucher: HeldVoucher | null },
  caller: KnownCaller,
  requestId: string | null,
  check: (voucher: HeldVoucher, entered: Entered) => Refusal | null,
  checkLast: (voucher: HeldVoucher) => Refusal | null = () => null,
): Verdict<DecidedVoucher> {
  const entered = enter(scene, caller);
  if ("refusal" in entered) return entered;
  const { voucher } = scene;
  const unknown = checkVoucherExists(voucher);
  if (unknown) return { refusal: unknown };
  if (!voucher) throw new TypeError("a checked voucher is there");
  const refusal =
    check(voucher, entered.decided) ?? checkAuthorization(scene, requestId) ?? checkLast(voucher);
  if (refusal) return { refusal };
  return {
    decided: { ...entered.decided, voucher, authorizationId: authorizationToSpend(scene) },
  };
}

/** What a voucher's redemption writes, as one statement's parameters. */
export type VoucherSaving = {
  readonly kind: "voucher" | "voucher_code" | "voucher_value";
  readonly redemptionId: number;
  readonly customerId: number;
  readonly storeId: number;
  readonly voucherId: number;
  readonly name: string;
  /** What was left when the rules looked; null where the value is not dynamic. */
  readonly left: string | null;
  /** What is taken off a dynamic value. */
  readonly value: string | null;
  readonly channel: number | null;
  readonly invoiceNumber: string | null;
  readonly extraData: ExtraData | null;
  readonly requestId: string | null;
  readonly authorizationId: number | null;
  readonly actor: string;
};

/** What a voucher's redemption is told from, the first time and again. */
export type VoucherTold = {
  readonly saving: Pick<VoucherSaving, "redemptionId" | "name" | "left" | "extraData">;
  readonly customer: Customer;
  readonly membership: Membership;
  readonly voucher: Voucher;
};

/** That, with all that is written. */
export type VoucherFrame = VoucherTold & { readonly saving: VoucherSaving };

/** What will be written; `value` is what is taken off a dynamic value. */
export function frameVoucher(
  made: {
    readonly kind: VoucherSaving["kind"];
    readonly redemptionId: number;
    readonly actor: string;
    readonly value: string | null;
  },
  input: RedeemInput,
  { customer, membership, store, voucher, authorizationId }: DecidedVoucher,
): VoucherFrame {
  const { invoiceNumber, channel, extraData, requestId } = input;
  return {
    customer,
    membership,
    voucher: shownVoucher(voucher),
    saving: {
      ...made,
      customerId: customer.id,
      storeId: store.id,
      voucherId: voucher.id,
      name: voucher.name,
      left: voucher.remainingValue,
      channel,
      invoiceNumber,
      extraData,
      requestId,
      authorizationId,
    },
  };
}

/** The outcome of a voucher's redemption: whole, so nothing is left of a dynamic value. */
export function tellVoucher(frame: VoucherTold): VoucherRedeemed {
  const { saving, customer, membership, voucher } = frame;
  return {
    redemption: {
      id: saving.redemptionId,
      name: saving.name,
      stampsUsed: 0,
      status: "Created",
      extraData: saving.extraData,
    },
    customer,
    membership,
    voucher: saving.left === null ? voucher : { ...voucher, remainingValue: "0.00" },
  };
}
