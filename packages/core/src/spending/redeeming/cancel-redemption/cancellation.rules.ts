import type { KnownCaller } from "../../../foundation/context.ts";
import { type Refusal, unknownRedemption } from "../../../foundation/failures.ts";
import {
  type IssuedVoucher,
  type WithdrawnVoucher,
  withdrawnOf,
} from "../../../holding/vouchers/issued.rules.ts";
import type { Voucher } from "../../../holding/vouchers/types.ts";
import {
  addDays,
  makeVoucher,
  type NewVoucher,
  type VoucherTemplate,
} from "../../../holding/vouchers/voucher.rules.ts";
import { mayActIn, otherStore } from "../../../running/merchants/store.rules.ts";
import type { LineState, RedemptionStatus } from "../types.ts";

/** What was redeemed; `voucher_value` is a value deducted from a dynamic voucher. */
export type RedemptionKind =
  | "reward"
  | "rewards"
  | "voucher"
  | "voucher_code"
  | "voucher_value"
  | "promo_code";

/**
 * Refuses a redemption that does not exist, or that is of a store in which the caller may not act. Otherwise
 * returns null.
 */
export function checkRedemption(
  redemption: { readonly storeId: number } | null,
  caller: KnownCaller,
): Refusal | null {
  if (!redemption) return unknownRedemption;
  return mayActIn(caller, redemption.storeId) ? null : otherStore(caller, redemption.storeId);
}

/**
 * Refuses to mark a replaced redemption as reviewed (`reviewReplacement`) if the caller may not act in its
 * store. Otherwise returns null.
 */
export function checkReviewedStore(storeId: number, caller: KnownCaller): Refusal | null {
  return mayActIn(caller, storeId) ? null : otherStore(caller, storeId);
}

/**
 * Whether a replacement for the redemption's voucher is possible. Only a voucher that was redeemed whole
 * stays spent after the cancel.
 */
export function isReplaceable(kind: RedemptionKind): boolean {
  return kind === "voucher" || kind === "voucher_code";
}

/**
 * Returns the last day of a replacement: the old voucher's last day, or tomorrow if tomorrow is later. Null
 * if the voucher never ends.
 */
export function lastDayOfReplacement(
  voucher: Pick<Voucher, "endDate">,
  today: string,
): string | null {
  const tomorrow = addDays(today, 1);
  if (voucher.endDate === null || voucher.endDate > tomorrow) return voucher.endDate;
  return tomorrow;
}

type Replaced = {
  readonly redemption: { readonly value: string | null; readonly today: string } | null;
  readonly voucher: Voucher | null;
  readonly template: VoucherTemplate | null;
};

/** Makes the voucher that a cancel issues for a redeemed one, or for a value that cannot go back. */
export function replacementOf(
  { redemption, voucher, template }: Replaced,
  made: { readonly id: number; readonly code: string },
): NewVoucher {
  if (!redemption || !voucher || !template)
    throw new TypeError("a voucher's redemption has a voucher");
  const { value, today } = redemption;
  return makeVoucher(template, {
    ...made,
    today,
    value: template.isDynamic ? value : voucher.value,
    endDate: lastDayOfReplacement(voucher, today),
  });
}

type Withdrawal = {
  readonly issued: readonly IssuedVoucher[];
  readonly isDone: boolean;
  /** Whether a line is canceled. Then `issued` are its vouchers. */
  readonly isOfLine?: boolean;
  /** The ids of the vouchers that a cancel of some of the line's quantity withdraws; null for all that are left of it. */
  readonly withdraws?: readonly number[] | null;
};

/**
 * Returns the vouchers that a cancel withdraws, or has withdrawn if it was done before. For all that is left of a
 * line, includes those that earlier cancels of the line withdrew, so that a repeated call is answered alike.
 */
export function withdrawnBy({
  issued,
  isDone,
  isOfLine = false,
  withdraws = null,
}: Withdrawal): readonly WithdrawnVoucher[] {
  if (!isOfLine) return withdrawnOf(issued, isDone);
  return issued
    .filter(({ id, isOpen }) => (withdraws ? withdraws.includes(id) : isOpen))
    .map(({ id, code }) => ({ id, code }));
}

type Change = {
  readonly redemption: { readonly status: RedemptionStatus };
  /** The line whose quantity is canceled in part. Null if none is, or if nothing is left of the redemption. */
  readonly line: number | null;
  readonly qty: number | null;
};

/** Returns the lines after a cancel. */
export function linesAfter(
  lines: readonly LineState[],
  { redemption, line, qty }: Change,
): readonly LineState[] {
  return lines.map((each) => ({
    ...each,
    canceledQty:
      redemption.status === "Canceled"
        ? each.qty
        : each.canceledQty + (each.line === line ? (qty ?? 0) : 0),
  }));
}
