import type { FailureCode, Refusal } from "../../foundation/failures.ts";
import type { StoreNow } from "../../running/merchants/types.ts";
import { findUnavailable, type Unavailable } from "./availability.rules.ts";
import type { ExtraData, Voucher } from "./types.ts";

/** A voucher with its holder, and the stores and channels of its template. An empty list allows all. */
export type HeldVoucher = Voucher & {
  readonly templateId: number;
  readonly customerId: number | null;
  readonly isRedeemed: boolean;
  readonly stores: readonly number[];
  readonly channels: readonly number[];
};

/** A template from which vouchers are made. If `validityDays` is null, its vouchers never expire. */
export type VoucherTemplate = {
  readonly id: number;
  readonly name: string;
  readonly value: string | null;
  readonly isDynamic: boolean;
  readonly validityDays: number | null;
  readonly pictureUrl: string;
  readonly shortDescription: string;
  readonly description: string;
  readonly instructions: string;
  readonly termsAndConditions: string;
  readonly extraData: ExtraData;
};

const codes: Record<Unavailable["why"], FailureCode> = {
  inactive: "voucher_not_available",
  "not started": "voucher_not_started",
  ended: "voucher_expired",
  store: "voucher_not_available",
  channel: "voucher_not_available",
};

/** The refusal if the merchant has no such voucher. */
export const unknownVoucher: Refusal = { code: "invalid_voucher", message: "Voucher not found" };

/** The refusal of a voucher that was redeemed. */
export const spentVoucher: Refusal = {
  code: "voucher_already_redeemed",
  message: "This voucher was already redeemed",
  rule: "voucher is not spent",
  expected: "not spent",
  found: "spent",
};

/** Refuses a redeemed voucher, and a voucher that is not available in this store and channel today. */
export function checkVoucher(
  voucher: HeldVoucher,
  at: { readonly store: StoreNow; readonly channel: number | null },
): Refusal | null {
  if (voucher.isRedeemed) return spentVoucher;
  const unavailable = findUnavailable("This voucher", voucher, at);
  return unavailable && { code: codes[unavailable.why], ...unavailable };
}

/** A voucher to write: the columns of its row, and the fields of its template that answers show. */
export type NewVoucher = Voucher & { readonly templateId: number };

/**
 * Makes a voucher of a template, valid from `today` through `endDate`. A null `endDate` means that it never
 * expires.
 */
export function makeVoucher(
  template: VoucherTemplate,
  given: {
    readonly id: number;
    readonly code: string;
    readonly today: string;
    readonly value: string | null;
    readonly endDate: string | null;
  },
): NewVoucher {
  const { pictureUrl, shortDescription, description, instructions } = template;
  return {
    id: given.id,
    name: template.name,
    code: given.code,
    isActive: true,
    startDate: given.today,
    endDate: given.endDate,
    value: given.value,
    remainingValue: template.isDynamic ? given.value : null,
    pictureUrl,
    shortDescription,
    description,
    instructions,
    termsAndConditions: template.termsAndConditions,
    extraData: template.extraData,
    templateId: template.id,
  };
}

/**
 * Returns the last day of a voucher issued on `today`. Returns null if the template's vouchers never expire.
 */
export function lastDayOf(template: VoucherTemplate, today: string): string | null {
  return template.validityDays === null ? null : addDays(today, template.validityDays);
}

/** Returns the day that is `days` days after `day`, both `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
