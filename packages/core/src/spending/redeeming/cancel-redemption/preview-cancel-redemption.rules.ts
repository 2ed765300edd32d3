import { checkStaffCancel } from "../../../entering/access/roles/cashier.rules.ts";
import type { KnownCaller } from "../../../foundation/context.ts";
import type { Refusal } from "../../../foundation/failures.ts";
import {
  checkIssued,
  type WithdrawnVoucher,
  withdrawnOf,
} from "../../../holding/vouchers/issued.rules.ts";
import type { Cancelable } from "./cancel-redemption.rules.ts";
import {
  checkRedemption,
  isReissued,
  isReplaceable,
  lastDayOfReplacement,
} from "./cancellation.rules.ts";

type VoucherNamed = { readonly id: number; readonly code: string };

/**
 * The effects that a cancel would have now. If the cancel would be refused, only `refusal` is set. If
 * `isCanceled`, a cancel changes nothing, whatever the other fields say.
 */
export type CancelEffects = {
  readonly isCanceled: boolean;
  /** The refusal of a cancel. Null if a cancel is allowed, or was done before. */
  readonly refusal: Pick<Refusal, "code" | "message"> | null;
  readonly stampsBack: number;
  /**
   * The value that a dynamic voucher gets back; null if no value was deducted from a voucher. If `isReissued`,
   * a new voucher gets it, which is valid through `endDate`; null if it never ends.
   */
  readonly valueBack: {
    readonly value: string;
    readonly voucher: VoucherNamed;
    readonly isReissued: boolean;
    readonly endDate: string | null;
  } | null;
  readonly promoCodeUseBack: boolean;
  /** Vouchers that the redemption issued, or that replace them, and that become inactive. */
  readonly withdrawn: readonly WithdrawnVoucher[];
  /** A voucher that stays spent, and the last day of its replacement. Null if there is no such voucher. */
  readonly spentVoucher:
    | (VoucherNamed & {
        readonly name: string;
        /** Whether the voucher's last day is today or later. Also true if the voucher never ends. */
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

/** Refuses a preview if the redemption is unknown, or if the caller may not act in its store; else null. */
export function refusePreview({ redemption }: Cancelable, caller: KnownCaller): Refusal | null {
  return checkRedemption(redemption, caller);
}

/**
 * Returns the effects that a cancel would have now. Checks the rules of a cancel, except that staff must give
 * a reason, because staff enter the reason later. If the cancel would be refused because a voucher that the
 * redemption issued is spent, `spentIssuedId` is this voucher's id; else null.
 */
export function cancelEffects(
  { redemption, issued, voucher, value, today, promoCodeId }: Cancelable,
  caller: KnownCaller,
): CancelEffects & { readonly spentIssuedId: number | null } {
  if (!redemption) throw new TypeError("the redemption was checked");
  const isCanceled = redemption.status === "Canceled";
  const inUse = isCanceled ? null : checkIssued(issued, "redemption");
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
        ? {
            value,
            voucher: { id: voucher.id, code: voucher.code },
            isReissued: isReissued(redemption, voucher, today),
            endDate: lastDayOfReplacement(voucher, today),
          }
        : null,
    promoCodeUseBack: promoCodeId !== null,
    withdrawn: withdrawnOf(issued, isCanceled),
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
