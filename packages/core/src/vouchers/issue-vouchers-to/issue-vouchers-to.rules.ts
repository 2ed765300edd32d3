import { firstRefusal, type Refusal, unknownCustomer } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { checkTemplate } from "../issuing.rules.ts";
import type { VoucherTemplate } from "../voucher.rules.ts";

/** One voucher for each customer, at most 500 customers. */
export type IssueInput = {
  readonly templateId: number;
  readonly customerIds: readonly number[];
  /** Recorded in the audit entry. */
  readonly reason: string | null;
};

/** The data that the statement reads for the rules below, and the stored outcome of the idempotency key. */
export type IssueSeen = {
  readonly template: VoucherTemplate | null;
  /** The current day in the merchant's calendar, `YYYY-MM-DD`. */
  readonly today: string;
  readonly unknownCustomers: readonly number[];
  readonly kept: KeptOutcome | null;
};

/** An issued voucher, as staff see it. */
export type Issued = { readonly id: number; readonly code: string; readonly customerId: number };

/** The issued vouchers, as stored under the call's idempotency key. */
export type IssueDone = { readonly frame: object; readonly changed: readonly Issued[] };

/** A refusal names at most this many customers. */
const MOST_NAMED = 10;

/** Refuses an unknown template, a dynamic template without a value, and unknown customers. */
export function refuseIssue({ template, unknownCustomers }: IssueSeen): Refusal | null {
  return firstRefusal(checkTemplate(template), checkCustomers(unknownCustomers));
}

function checkCustomers(unknown: readonly number[]): Refusal | null {
  if (!unknown.length) return null;
  const named = unknown.slice(0, MOST_NAMED).join(", ");
  return { ...unknownCustomer, field: "customerIds", message: `Customer ${named} not found` };
}
