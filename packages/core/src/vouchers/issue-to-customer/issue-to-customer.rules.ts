import type { Customer, Identifier } from "../../customers/index.ts";
import { firstRefusal, type Refusal, unknownCustomer } from "../../failures.ts";
import { mostOf } from "../../limits.rules.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { addDays, type NewVoucher, type VoucherTemplate } from "../voucher.rules.ts";

/** Vouchers for one customer; `quantity` is 1 to 100. */
export type IssueToCustomerInput = {
  readonly user: Identifier;
  readonly templateId: number;
  readonly quantity: number;
  /** The first day, `YYYY-MM-DD`; null is today. */
  readonly startDate: string | null;
  /** The current day in the store, `YYYY-MM-DD`. Null without a store: the merchant's day. */
  readonly today: string | null;
  readonly notes: string | null;
  /**
   * The value of each voucher, a decimal above 0. Only for dynamic templates. Null: the template's own value.
   */
  readonly value: string | null;
  /** The sale that issues the vouchers. Its cancel withdraws them. */
  readonly transactionId?: number | null;
};

/** The data that the statement reads for the rules below, and the stored outcome of the idempotency key. */
export type IssueToCustomerSeen = {
  readonly customer: Pick<Customer, "id" | "email"> | null;
  readonly template: VoucherTemplate | null;
  /** The call's `today`, or the current day in the merchant's calendar. `YYYY-MM-DD`. */
  readonly today: string;
  readonly kept: KeptOutcome | null;
};

/** The issued vouchers, as stored under the call's idempotency key. */
export type IssueToCustomerDone = {
  readonly frame: {
    readonly customer: Pick<Customer, "id" | "email">;
    readonly template: VoucherTemplate;
    /** The channels to which the vouchers are limited. Empty: no limit. */
    readonly channels: readonly number[];
    readonly notes: string | null;
  };
  readonly changed: readonly Pick<
    NewVoucher,
    "id" | "code" | "value" | "remainingValue" | "startDate" | "endDate"
  >[];
};

/**
 * Refuses an unknown customer or template. Refuses a value for a template that is not dynamic, and a dynamic
 * template without any value. Refuses a first day with which the vouchers would have ended before today, or
 * more than `mostOf.startDays` before or after today.
 */
export function refuseIssueToCustomer(
  { customer, template, today }: IssueToCustomerSeen,
  { value, startDate }: Pick<IssueToCustomerInput, "value" | "startDate">,
): Refusal | null {
  return firstRefusal(
    customer ? null : unknownCustomer,
    template ? null : unknownTemplate,
    template && checkValue(template, value),
    checkStart(startDate, today, template),
  );
}

const unknownTemplate: Refusal = {
  code: "invalid_voucher_template",
  message: "Voucher template not found",
  rule: "voucher template exists",
};

function checkValue(template: VoucherTemplate, value: string | null): Refusal | null {
  if (!template.isDynamic)
    return value === null
      ? null
      : {
          code: "voucher_value_not_dynamic",
          message: "Vouchers of this template have a fixed value",
          rule: "a value is given for dynamic vouchers only",
          expected: "no value",
          found: value,
        };
  return Number(value ?? template.value) > 0
    ? null
    : {
        code: "required",
        field: "value",
        message: "This field is required.",
        rule: "a dynamic voucher has a value",
      };
}

function checkStart(
  startDate: string | null,
  today: string,
  template: VoucherTemplate | null,
): Refusal | null {
  const most = mostOf.startDays;
  const first = addDays(today, -Math.min(most, template?.validityDays ?? most));
  const last = addDays(today, most);
  return startDate === null || (startDate >= first && startDate <= last)
    ? null
    : {
        code: "invalid",
        field: "start_date",
        message: `A day from ${first} to ${last} is expected.`,
        rule: "vouchers have not ended when they are issued",
        expected: `${first} to ${last}`,
        found: startDate,
      };
}
