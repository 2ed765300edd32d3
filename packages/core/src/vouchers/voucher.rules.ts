import type { Customer } from "../customers/index.ts";
import type { FailureCode, Refusal } from "../failures.ts";
import type { StoreNow } from "../merchants/types.ts";
import { hundredths } from "./amount.rules.ts";
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

/**
 * Refuses a voucher that the customer does not hold. With `byCode`, a voucher that nobody holds is allowed
 * too.
 */
export function checkOwner(
  voucher: HeldVoucher,
  customer: Customer,
  byCode = false,
): Refusal | null {
  return voucher.customerId === customer.id || (byCode && voucher.customerId === null)
    ? null
    : {
        code: "invalid_voucher_owner",
        message: `This voucher is not owned by ${customer.name}`,
        rule: "customer holds the voucher",
        expected: `customer ${customer.id}`,
        found: voucher.customerId === null ? "nobody" : "another customer",
      };
}

/** The refusal if the merchant has no such voucher. */
export const unknownVoucher: Refusal = { code: "invalid_voucher", message: "Voucher not found" };

/** Refuses a voucher that does not exist. */
export function checkVoucherExists(voucher: HeldVoucher | null): Refusal | null {
  return voucher ? null : { ...unknownVoucher, rule: "voucher exists" };
}

/** Refuses a redeemed voucher, and a voucher that is not available in this store and channel today. */
export function checkVoucher(
  voucher: HeldVoucher,
  at: { readonly store: StoreNow; readonly channel: number | null },
): Refusal | null {
  if (voucher.isRedeemed)
    return {
      code: "voucher_already_redeemed",
      message: "This voucher was already redeemed",
      rule: "voucher is not spent",
      expected: "not spent",
      found: "spent",
    };
  const unavailable = findUnavailable("This voucher", voucher, at);
  return unavailable && { code: codes[unavailable.why], ...unavailable };
}

/** Refuses a voucher of another template than `templateId`. Null allows every template. */
export function checkTemplate(voucher: HeldVoucher, templateId: number | null): Refusal | null {
  return templateId === null || voucher.templateId === templateId
    ? null
    : {
        code: "invalid_voucher_template",
        message: "This voucher code belongs to another voucher template",
        rule: "the code is of the template",
        expected: `template ${templateId}`,
        found: `template ${voucher.templateId}`,
      };
}

/** Refuses a voucher whose value is not dynamic. */
export function checkDynamic(voucher: HeldVoucher): Refusal | null {
  return voucher.remainingValue === null
    ? {
        code: "voucher_value_not_dynamic",
        message: "This voucher has no dynamic value",
        rule: "voucher has a dynamic value",
        expected: "a dynamic value",
        found: "none",
      }
    : null;
}

/** Refuses a deduction of nothing, or of more than the remaining dynamic value. */
export function checkValue(voucher: HeldVoucher, value: string): Refusal | null {
  if (hundredths(value) <= 0n)
    return {
      code: "invalid",
      field: "value",
      message: "An amount above zero with at most two decimal places is expected.",
      rule: "a deduction is above zero",
      found: value,
    };
  const left = voucher.remainingValue ?? "0.00";
  return hundredths(value) > hundredths(left)
    ? {
        code: "insufficient_voucher_value",
        message: `Not enough value: has ${left}, needs ${value}`,
        rule: "voucher has the value left",
        expected: value,
        found: left,
      }
    : null;
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
