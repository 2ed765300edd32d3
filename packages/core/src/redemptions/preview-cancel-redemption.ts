import type { CoreContext } from "../context.ts";
import { Failure, type Refusal } from "../failures.ts";
import {
  checkIssued,
  checkRedemption,
  isReplaceable,
  lastDayOfReplacement,
} from "./cancellation.rules.ts";
import { loadCancellationScene } from "./cancellation.store.ts";

type VoucherNamed = { readonly id: number; readonly code: string };

/** What a cancel would do now. */
export type CancelPreview = {
  readonly isCanceled: boolean;
  /** Why it cannot be canceled; null where it can. */
  readonly refusal: Pick<Refusal, "code" | "message"> | null;
  readonly stampsBack: number;
  /** What is put back on a dynamic voucher. */
  readonly valueBack: { readonly value: string; readonly voucher: VoucherNamed } | null;
  readonly promoCodeUseBack: boolean;
  /** Vouchers that the redemption issued and that become inactive. */
  readonly withdrawn: readonly VoucherNamed[];
  /** A voucher that stays spent, and what a replacement for it would be good for. */
  readonly spentVoucher:
    | (VoucherNamed & { readonly name: string; readonly replacementEndDate: string | null })
    | null;
};

/**
 * Tells what a cancel would give back, by the rules of the cancel itself; changes nothing. Refuses
 * as the cancel does for a redemption that is not there or not the caller's.
 */
export async function previewCancelRedemption(
  ctx: CoreContext,
  redemptionId: number,
): Promise<CancelPreview> {
  const scene = await loadCancellationScene(ctx, redemptionId);
  const { redemption, issued, voucher, value, today } = scene;
  const unknown = checkRedemption(redemption, ctx.caller);
  if (unknown) throw new Failure(unknown);
  if (!redemption) throw new TypeError("a checked redemption is there");
  const isCanceled = redemption.status === "Canceled";
  const refusal = isCanceled ? null : checkIssued(issued);
  return {
    isCanceled,
    refusal: refusal && { code: refusal.code, message: refusal.message },
    stampsBack: redemption.stampsUsed,
    valueBack:
      redemption.kind === "voucher_value" && voucher && value !== null
        ? { value, voucher: { id: voucher.id, code: voucher.code } }
        : null,
    promoCodeUseBack: scene.promoCodeId !== null,
    withdrawn: issued.map(({ id, code }) => ({ id, code })),
    spentVoucher:
      voucher && isReplaceable(redemption)
        ? {
            id: voucher.id,
            code: voucher.code,
            name: voucher.name,
            replacementEndDate: lastDayOfReplacement(voucher, today),
          }
        : null,
  };
}
