import { firstRefusal, type Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { checkTemplate } from "../issuing.rules.ts";
import type { Job } from "../types.ts";
import type { VoucherTemplate } from "../voucher.rules.ts";

/** The codes to generate, and the period in which they can be redeemed. */
export type GenerateInput = {
  readonly templateId: number;
  /** 1 to 100,000. */
  readonly quantity: number;
  /** Null means today in the merchant's calendar. */
  readonly startDate: string | null;
  /**
   * If null, the last day is the first day plus the template's `validityDays`. Without `validityDays`, codes
   * never expire.
   */
  readonly endDate: string | null;
};

/** The data that the statement reads for the rules below, and the stored outcome of the idempotency key. */
export type GenerateSeen = {
  readonly template: VoucherTemplate | null;
  /** The current day in the merchant's calendar, `YYYY-MM-DD`. */
  readonly today: string;
  readonly kept: KeptOutcome | null;
};

/** The started job, as stored under the call's idempotency key. */
export type GenerateDone = { readonly frame: object; readonly changed: Job };

/**
 * Refuses an unknown template, a dynamic template without a value, and a period that ends before it begins.
 */
export function refuseGenerate(
  { template, today }: GenerateSeen,
  { startDate, endDate }: GenerateInput,
): Refusal | null {
  return firstRefusal(checkTemplate(template), checkPeriod(startDate ?? today, endDate));
}

function checkPeriod(startDate: string, endDate: string | null): Refusal | null {
  return endDate !== null && endDate < startDate
    ? { code: "invalid", field: "endDate", message: "The last day comes before the first." }
    : null;
}
