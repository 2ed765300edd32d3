import type { Refusal } from "../failures.ts";
import { checkHours, type Hours } from "./opening-hours.rules.ts";

/** How PINs, one-time passwords and notices are handled (decisions, section 7). */
export type Policy = {
  readonly pinMaxAttempts: number;
  readonly pinLifetimeAttempts: number;
  readonly pinRefuseCommon: boolean;
  readonly otpTtlSeconds: number;
  readonly otpMaxAttempts: number;
  readonly otpRequestsPerHour: number;
  readonly redemptionPinAuthorization: boolean;
  readonly notifyCredentialChanges: boolean;
  readonly notifyTemplateCode: string;
};

/** What staff say of a store. */
export type StoreFields = {
  readonly code: string;
  readonly name: string;
  readonly timezone: string;
  readonly isActive: boolean;
  readonly largestParty: number | null;
  /** In the store's time zone; null says nothing, and bookings are taken at any time. */
  readonly openingHours: Hours | null;
};

/** Whether the store can be written. */
export function checkStoreFields(fields: StoreFields, codeTaken: boolean): Refusal | null {
  if (codeTaken)
    return {
      code: "invalid",
      field: "code",
      message: "Another store has this code already.",
      rule: "a code is used once",
    };
  if (!isTimezone(fields.timezone))
    return {
      code: "invalid",
      field: "timezone",
      message: "There is no such time zone: a name like Asia/Jakarta is expected.",
      rule: "time zone exists",
    };
  return checkHours(fields.openingHours);
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "" && name.includes("/");
  } catch {
    return false;
  }
}
