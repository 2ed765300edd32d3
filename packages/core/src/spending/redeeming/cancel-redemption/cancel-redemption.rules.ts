import { checkStaffCancel } from "../../../entering/access/roles/cashier.rules.ts";
import type { KnownCaller } from "../../../foundation/context.ts";
import type { Refusal } from "../../../foundation/failures.ts";
import type { KeptOutcome } from "../../../foundation/retries/index.ts";
import {
  checkIssued,
  type IssuedVoucher,
  withdrawnOf,
} from "../../../holding/vouchers/issued.rules.ts";
import type { Voucher } from "../../../holding/vouchers/types.ts";
import {
  makeVoucher,
  type NewVoucher,
  type VoucherTemplate,
} from "../../../holding/vouchers/voucher.rules.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import type { StoreRef } from "../../../running/merchants/index.ts";
import type { Redemption, RedemptionCanceled } from "../types.ts";
import {
  type CancelAge,
  type CancelableRedemption,
  checkOnlyOne,
  checkRedemption,
  isReissued,
  isReplaceable,
  lastDayOfReplacement,
} from "./cancellation.rules.ts";

/** A redemption, named by the invoice number of its sale. */
export type InvoiceRef = {
  readonly invoiceNumber: string;
  /** Null means any store. */
  readonly store: StoreRef | null;
  /**
   * The day in the redemption's store, `YYYY-MM-DD`. Null means the newest day, at most seven days back, on
   * which a redemption has the invoice number.
   */
  readonly businessDay: string | null;
};

/**
 * `createReplacementVoucher` has an effect only if a voucher was redeemed whole. A deducted value always comes
 * back.
 */
export type CancelRedemptionInput = {
  readonly redemptionId: number;
  readonly createReplacementVoucher: boolean;
  /** The reason, for the audit log and for the review of a replacement voucher. */
  readonly reason?: string | null;
};

/** A redemption and the data that a cancel needs. The other fields do not matter if `redemption` is null. */
export type Cancelable = {
  readonly redemption: (CancelableRedemption & CancelAge & { readonly stampsUsed: number }) | null;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** Today in the redemption's store. */
  readonly today: string;
  /** The vouchers that the redemption issued, and their replacements. */
  readonly issued: readonly IssuedVoucher[];
  /**
   * The voucher that was redeemed or deducted from, its template, and the amount taken off its value. Null if
   * the redemption has none.
   */
  readonly voucher: Voucher | null;
  readonly template: VoucherTemplate | null;
  readonly value: string | null;
  readonly promoCodeId: number | null;
};

/** The data for the rules of a cancel, and the stored outcome of the call's idempotency key. */
export type CancelSeen = Cancelable & {
  readonly kept: KeptOutcome | null;
  /**
   * The ids of the open redemptions with the call's invoice number. If none is open, the ids of the canceled
   * ones. Empty if the call has no invoice number.
   */
  readonly underInvoice: readonly number[];
};

/** The outcome of a cancel, as it is stored for the call's idempotency key. */
export type CancelDone = {
  readonly frame: {
    /** Null if the redemption was canceled before. */
    readonly saving: { readonly replacement: NewVoucher | null } | null;
    /** The unspent voucher that the earlier cancel issued. Absent in outcomes of earlier versions. */
    readonly replacement?: NewVoucher | null;
    /** The vouchers that the redemption issued, before the call. Absent in outcomes of earlier versions. */
    readonly issued?: readonly IssuedVoucher[];
    readonly redemption: Redemption;
    readonly customer: Customer;
    readonly membership: Membership;
  };
  /** The stamps that the customer holds afterwards. */
  readonly changed: { readonly stamps: number };
};

/**
 * Returns the first reason why the redemption cannot be canceled, in the documented order. Null if it can be
 * canceled, or if it was canceled before.
 */
export function refuseCancel(
  { redemption, customer, membership, issued, underInvoice }: CancelSeen,
  caller: KnownCaller,
  reason: string | null,
): Refusal | null {
  const unknown = checkOnlyOne(underInvoice) ?? checkRedemption(redemption, caller);
  if (unknown) return unknown;
  if (!redemption || !customer || !membership) throw new TypeError("a redemption has a member");
  if (redemption.status === "Canceled") return null;
  return checkStaffCancel(caller, redemption, reason) ?? checkIssued(issued, "redemption");
}

/**
 * Returns whether the caller may cancel recent and old redemptions with this reason. A redemption is recent
 * while a cashier may cancel it (`cashierCancelHours`).
 */
export function cancelLimits(caller: KnownCaller, reason: string | null) {
  const may = (age: CancelAge) => checkStaffCancel(caller, age, reason) === null;
  return {
    mayCancelRecent: may({ ageHours: 0, cashierCancelHours: 1 }),
    mayCancelOld: may({ ageHours: 1, cashierCancelHours: 1 }),
  };
}

/**
 * Whether the cancel issues a voucher: a replacement for a voucher that was redeemed whole, if it is wanted, or
 * a voucher with the value of a deduction that cannot go back.
 */
export function needsVoucher(
  { redemption, voucher, today }: Cancelable,
  wantsReplacement: boolean,
): boolean {
  if (redemption?.status !== "Created") return false;
  return isReissued(redemption, voucher, today) || (wantsReplacement && isReplaceable(redemption));
}

/** Makes the voucher that `needsVoucher` is about. */
export function replacementOf(
  { voucher, template, value, today }: Cancelable,
  made: { readonly id: number; readonly code: string },
): NewVoucher {
  if (!voucher || !template) throw new TypeError("a voucher's redemption has a voucher");
  return makeVoucher(template, {
    ...made,
    today,
    value: template.isDynamic ? value : voucher.value,
    endDate: lastDayOfReplacement(voucher, today),
  });
}

/** Returns the outcome of a call or of its replay. */
export function canceledRedemption({ frame, changed }: CancelDone): RedemptionCanceled {
  const { saving, redemption, customer, membership } = frame;
  return {
    redemption,
    customer,
    membership: { ...membership, stamps: changed.stamps },
    replacement: saving ? saving.replacement : (frame.replacement ?? null),
    withdrawn: withdrawnOf(frame.issued ?? [], saving === null),
  };
}
