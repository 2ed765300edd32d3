import { checkStaffCancel } from "../../access/roles/cashier.rules.ts";
import type { KnownCaller } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import type { Cancelable } from "./cancel-redemption.rules.ts";
import {
  checkIssued,
  checkRedemption,
  isReplaceable,
  lastDayOfReplacement,
} from "./cancellation.rules.ts";

type VoucherNamed = { readonly id: number; readonly code: string };

/**
 * What a cancel would do now. If it would be refused, only `refusal` is set. If `isCanceled`, a cancel
 * changes nothing, whatever the other fields say.
 */
export type CancelEffects = {
  readonly isCanceled: boolean;
  /** Why the redemption cannot be canceled; null if it can, or was canceled before. */
  readonly refusal: Pick<Refusal, "code" | "message"> | null;
  readonly stampsBack: number;
  /** What is put back on a dynamic voucher. */
  readonly valueBack: { readonly value: string; readonly voucher: VoucherNamed } | null;
  readonly promoCodeUseBack: boolean;
  /** Vouchers that the redemption issued and that become inactive. */
  readonly withdrawn: readonly VoucherNamed[];
  /** A voucher that stays spent, and the last day of a replacement for it. */
  readonly spentVoucher:
    | (VoucherNamed & {
        readonly name: string;
        /** Whether the voucher has not ended yet. */
        readonly isInTime: boolean;
        readonly replacementEndDate: string | null;
      })
    | null;
};

const nothing = {
  isCanceled: false,
  stampsBack: 0,
  valueBack: null,
  promoCodeUseBack: false,
  withdrawn: [],
  spentVoucher: null,
} as const;

/** Why the caller gets no preview; null if it does. */
export function refusePreview({ redemption }: Cancelable, caller: KnownCaller): Refusal | null {
  return checkRedemption(redemption, caller);
}

/**
 * What a cancel would do, by the rules of a cancel. The reason is not checked, because staff give it later.
 * `spentIssuedId` is the id of the issued voucher that is spent, if the cancel would be refused for it.
 */
export function cancelEffects(
  { redemption, issued, voucher, value, today, promoCodeId }: Cancelable,
  caller: KnownCaller,
): CancelEffects & { readonly spentIssuedId: number | null } {
  if (!redemption) throw new TypeError("the redemption was checked");
  const isCanceled = redemption.status === "Canceled";
  const inUse = isCanceled ? null : checkIssued(issued);
  const tooOld = isCanceled ? null : checkStaffCancel(caller, redemption, "a reason comes later");
  const refusal = tooOld ?? inUse;
  if (refusal) {
    const spent = tooOld ? undefined : issued.find((each) => each.isSpent);
    const { code, message } = refusal;
    return { ...nothing, refusal: { code, message }, spentIssuedId: spent?.id ?? null };
  }
  return {
    isCanceled,
    refusal: null,
    spentIssuedId: null,
    stampsBack: redemption.stampsUsed,
    valueBack:
      redemption.kind === "voucher_value" && voucher && value !== null
        ? { value, voucher: { id: voucher.id, code: voucher.code } }
        : null,
    promoCodeUseBack: promoCodeId !== null,
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
