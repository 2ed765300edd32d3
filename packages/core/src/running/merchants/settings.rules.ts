import { isSupportedCountry } from "libphonenumber-js";
import type { LimitSettings } from "../../foundation/caller-limits.rules.ts";
import { codeForm, isTypeable } from "../../foundation/comparing.rules.ts";
import type { StaffRole } from "../../foundation/context.ts";
import type { Refusal } from "../../foundation/failures.ts";
import { settingBounds } from "../../foundation/limits.rules.ts";
import { checkHours, type Hours } from "./opening-hours.rules.ts";

/** A merchant's settings for security, messages and retention. See decisions, section 7. */
export type Policy = {
  readonly pinMaxAttempts: number;
  readonly pinLifetimeAttempts: number;
  readonly pinRefuseCommon: boolean;
  readonly otpTtlSeconds: number;
  readonly otpMaxAttempts: number;
  readonly otpRequestsPerHour: number;
  readonly redemptionPinAuthorization: boolean;
  /** Hours after a redemption during which a cashier may cancel it. */
  readonly cashierCancelHours: number;
  /** The most stamps that a cashier's sale at the till may earn. Null means no limit. */
  readonly cashierSaleStamps: number | null;
  /** The largest total of a cashier's sale at the till, in whole units of the currency. Null means no limit. */
  readonly cashierSaleTotal: number | null;
  /** The most stamps that a cashier's sales at the till may earn on a day. Null means no limit. */
  readonly cashierStampsPerDay: number | null;
  readonly notifyCredentialChanges: boolean;
  readonly notifyTemplateCode: string;
  /** Whether calls may carry their token in the query or the body. For older clients. */
  readonly acceptTokenInMessage: boolean;
  /** Minutes without input after which a shared device is locked. Null means never. */
  readonly lockAfterMinutes: number | null;
  /** Roles whose members must have an authenticator before they may work. */
  readonly secondFactorRoles: readonly StaffRole[];
  /**
   * Countries to which text messages may be sent, as two letters. Empty means only the merchant's own
   * country.
   */
  readonly smsCountries: readonly string[];
} & Retention &
  LimitSettings;

/** Days for which rows are kept. Null keeps them forever. The days of a booking are counted from its date. */
type Retention = {
  readonly keepBookingsDays: number | null;
  readonly keepRefusalsDays: number | null;
  readonly keepAuditDays: number | null;
  readonly keepEventsDays: number | null;
};

/** Refuses changed settings that are out of bounds, and unknown countries. Null if all are allowed. */
export function checkPolicy(before: Policy, after: Policy): Refusal | null {
  for (const field of Object.keys(settingBounds) as (keyof typeof settingBounds)[]) {
    const [least, most] = settingBounds[field];
    const value = after[field];
    if (value === null || value === before[field] || (value >= least && value <= most)) continue;
    const message = value < least ? `At least ${least}.` : `At most ${most}.`;
    return { code: "invalid", field, message, rule: "a setting stays within its bounds" };
  }
  const unknown = after.smsCountries.find((country) => !isSupportedCountry(country));
  if (unknown !== undefined)
    return {
      code: "invalid",
      field: "smsCountries",
      message: `There is no country "${unknown}": two letters like ID are expected.`,
      rule: "countries exist",
    };
  return null;
}

/** The fields of a store that staff can set. */
export type StoreFields = {
  readonly code: string;
  readonly name: string;
  /** The name for customers; empty if it is `name`. */
  readonly displayName: string;
  readonly area: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly timezone: string;
  readonly isActive: boolean;
  readonly largestParty: number | null;
  /**
   * Opening hours in the store's time zone. Null means that none are set: bookings are accepted at any time.
   */
  readonly openingHours: Hours | null;
};

/** Refuses fields of a store that are not allowed, such as a code in use. Null if all are allowed. */
export function checkStoreFields(
  fields: StoreFields,
  before: StoreFields | null,
  knowing: { readonly codeTaken: boolean; readonly timezoneKnown: boolean },
): Refusal | null {
  if (fields.code !== before?.code && !isTypeable(fields.code))
    return { code: "invalid", field: "code", message: codeForm, rule: "a code can be typed" };
  if (knowing.codeTaken)
    return {
      code: "invalid",
      field: "code",
      message: "Another store has this code already.",
      rule: "a code is used once",
    };
  if (!knowing.timezoneKnown || !isTimezone(fields.timezone))
    return {
      code: "invalid",
      field: "timezone",
      message: "There is no such time zone: a name like Asia/Jakarta is expected.",
      rule: "time zone exists",
    };
  return checkHours(fields.openingHours);
}

/**
 * Returns whether the text is the name of a time zone. Offsets such as `+07:00`, which begin with a sign or
 * digit, are not names: they have no daylight saving time.
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
