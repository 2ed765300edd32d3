import { checkStaffCancel } from "../access/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, type Refusal } from "../failures.ts";
import {
  checkIssued,
  checkRedemption,
  type IssuedVoucher,
  isReplaceable,
  lastDayOfReplacement,
} from "./cancellation.rules.ts";
import { loadCancellationScene } from "./cancellation.store.ts";
import { selectVoucher, type VoucherDetail } from "./voucher-listing.store.ts";

type VoucherNamed = { readonly id: number; readonly code: string };

/** A voucher that is in a cancel's way, and what used it: of that, what is canceled gives it free. */
export type SpentIssued = VoucherNamed & {
  readonly redemptions: VoucherDetail["redemptions"];
};

/** What a cancel would do now; where it is refused, nothing. */
export type CancelPreview = {
  readonly isCanceled: boolean;
  /** Why it cannot be canceled; null where it can. */
  readonly refusal: Pick<Refusal, "code" | "message"> | null;
  /** The voucher that it is refused for. */
  readonly spentIssued: SpentIssued | null;
  readonly stampsBack: number;
  /** What is put back on a dynamic voucher. */
  readonly valueBack: { readonly value: string; readonly voucher: VoucherNamed } | null;
  readonly promoCodeUseBack: boolean;
  /** Vouchers that the redemption issued and that become inactive. */
  readonly withdrawn: readonly VoucherNamed[];
  /** A voucher that stays spent, and what a replacement for it would be good for. */
  readonly spentVoucher:
    | (VoucherNamed & {
        readonly name: string;
        /** Whether it would hold today, had it not been spent. */
        readonly isInTime: boolean;
        readonly replacementEndDate: string | null;
      })
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
  const tooOld = isCanceled
    ? null
    : checkStaffCancel(ctx.caller, redemption, "a reason comes later");
  if (tooOld)
    return {
      ...nothing,
      refusal: { code: tooOld.code, message: tooOld.message },
      spentIssued: null,
    };
  const refusal = isCanceled ? null : checkIssued(issued);
  if (refusal) {
    const { code, message } = refusal;
    return { ...nothing, refusal: { code, message }, spentIssued: await spentOf(ctx, issued) };
  }
  return {
    isCanceled,
    refusal: null,
    spentIssued: null,
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
            isInTime: voucher.endDate === null || voucher.endDate >= today,
            replacementEndDate: lastDayOfReplacement(voucher, today),
          }
        : null,
  };
}

const nothing = {
  isCanceled: false,
  stampsBack: 0,
  valueBack: null,
  promoCodeUseBack: false,
  withdrawn: [],
  spentVoucher: null,
} as const;

/** The first that is spent, as the refusal names it. */
async function spentOf(
  ctx: CoreContext,
  issued: readonly IssuedVoucher[],
): Promise<SpentIssued | null> {
  const spent = issued.find(({ isSpent }) => isSpent);
  const voucher = spent && (await selectVoucher(ctx, spent.id));
  if (!voucher) return null;
  const { id, code, redemptions } = voucher;
  return { id, code, redemptions };
}
