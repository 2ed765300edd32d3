import type { Slots } from "../../bookings/index.ts";
import type { SaleStatus } from "../../earning/sales/index.ts";
import type { Scope, StaffRole } from "../../foundation/context.ts";
import type { ApprovedTemplate } from "../../foundation/messages/index.ts";
import type { BookingSettings, Hours, Policy, SpecialDay } from "../../running/merchants/index.ts";
import type { ProgrammeSettings } from "../../running/programme/index.ts";

/** A merchant with its settings, as imported and exported. */
export type MovedMerchant = Policy &
  BookingSettings &
  ProgrammeSettings & {
    readonly id: number;
    readonly name: string;
    readonly country: string;
    readonly timezone: string;
    readonly currency: string;
  };

/** The stores and channels in which a row can be used. Empty lists mean everywhere. */
type Limits = { readonly stores: readonly number[]; readonly channels: readonly number[] };
type Period = { readonly startDate: string | null; readonly endDate: string | null };
type Json = { readonly [key: string]: unknown };

/**
 * The rows of a merchant, as imported and exported: balances, states and past sales, but no redemptions and
 * no ledgers. Amounts are decimals with two places, days `YYYY-MM-DD`, moments ISO 8601. Secrets are exported
 * as verifiers. A file to import may contain them in plain text instead.
 */
export type Moved = {
  levels: {
    readonly level: number;
    readonly name: string;
    readonly earnMultiplier: string;
    /** The spending that reaches the level. Null if the level is only given by hand. */
    readonly spendingToReach: string | null;
    readonly keepMonths: number;
  };
  stores: {
    readonly id: number;
    readonly code: string;
    readonly name: string;
    readonly displayName: string;
    readonly area: string;
    readonly address: string;
    readonly phone: string;
    readonly email: string;
    readonly timezone: string;
    readonly isActive: boolean;
    readonly largestParty: number | null;
    readonly openingHours: Hours | null;
    readonly specialDays: readonly SpecialDay[];
  } & Slots;
  customers: {
    readonly id: number;
    readonly memberId: string | null;
    readonly otherMemberIds: readonly string[];
    readonly email: string | null;
    readonly mobileNumber: string | null;
    readonly name: string;
    readonly gender: string;
    readonly address: string;
    readonly birthday: string | null;
    readonly pictureUrl: string | null;
    readonly isActive: boolean;
    readonly password?: string | null;
    readonly passwordVerifier: string | null;
    readonly pin?: string | null;
    readonly pinVerifier: string | null;
    readonly level: number;
    readonly status: number;
    readonly stamps: number;
    readonly stampsOwed: number;
    readonly balance: string;
    readonly tags: readonly string[];
    readonly referralCode: string;
    readonly startDate: string | null;
    readonly isBlocked: boolean;
    readonly allowNewsletters: boolean;
    readonly allowSmsMarketing: boolean;
    readonly allowWhatsappMarketing: boolean;
    readonly postalCode: string;
    readonly emailIsVerified: boolean;
    readonly phoneIsVerified: boolean;
    readonly notes: string;
    /** Whether the member registered with a name, or has given one since. */
    readonly registrationStatus: "Full" | "Partial";
    readonly registrationMethod: string | null;
    readonly registeringStoreId: number | null;
    readonly registeringEmployeeCode: string | null;
    /** A JSON object, or null. */
    readonly extraData: unknown;
    /** When the customer and the membership were created. Null means at the import. */
    readonly createdAt: string | null;
    /** When the customer was anonymized. Since then no look-up finds the customer. Null if they were not. */
    readonly anonymizedAt: string | null;
    /** The last day of the level. Null if the level does not end. */
    readonly levelUntil: string | null;
    /**
     * The lots whose sum is `stamps`. Null means one lot of the import's day, which expires by the merchant's
     * setting.
     */
    readonly lots: readonly MovedLot[] | null;
  };
  voucherTemplates: Limits & {
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
    readonly extraData: Json;
  };
  rewards: Limits &
    Period & {
      readonly id: number;
      readonly code: string;
      readonly name: string;
      readonly kind: "fixed" | "flexible";
      readonly stampsToRedeem: number;
      readonly voucherTemplateId: number | null;
      readonly description: string;
      readonly terms: string;
      readonly imageUrl: string;
      readonly landscapeUrl: string;
      readonly price: string | null;
      readonly isVisible: boolean;
      readonly extraData: Json;
      readonly isActive: boolean;
    };
  vouchers: Period & {
    readonly id: number;
    readonly voucherTemplateId: number;
    readonly code: string;
    readonly customerId: number | null;
    readonly value: string | null;
    /** The value that is left of a dynamic voucher. Null for other vouchers. */
    readonly remainingValue: string | null;
    readonly notes: string | null;
    readonly isActive: boolean;
    readonly redeemedAt: string | null;
  };
  /** Past sales. They have no ledger entries: their stamps are part of the customer's opening balance. */
  transactions: {
    readonly id: number;
    readonly storeId: number;
    /** Null if the sale's status is Open. */
    readonly customerId: number | null;
    readonly invoiceNumber: string;
    readonly soldAt: string;
    /** The store's day of the sale. Null: the day of `soldAt` in the store's present time zone. */
    readonly businessDay: string | null;
    readonly total: string;
    readonly subtotal: string | null;
    /** The part of the total that counts as spending for levels. */
    readonly spending: string;
    readonly stampsEarned: number;
    readonly status: SaleStatus;
    /** The sale that was recorded again under the number of this canceled one. */
    readonly supersededById: number | null;
  };
  promoCodes: Limits &
    Period & {
      readonly id: number;
      readonly code: string;
      readonly name: string;
      readonly description: string;
      readonly isActive: boolean;
      readonly startTime: string | null;
      readonly endTime: string | null;
      readonly maxUses: number | null;
      readonly maxUsesPerCustomer: number | null;
      readonly extraData: Json;
    };
  paymentMethods: {
    readonly code: string;
    readonly name: string;
    /** Whether payments by this method earn stamps. */
    readonly earns: boolean;
  };
  messageTemplates: {
    readonly code: string;
    readonly channel: "email" | "sms" | "whatsapp";
    readonly subject: string;
    readonly body: string;
    readonly html: string;
    /** MJML from which the HTML is compiled. Empty if `html` is used as it is. */
    readonly mjml: string;
    readonly approved?: ApprovedTemplate | null;
  };
  tokens: {
    readonly name: string;
    /** The secret in plain text. If it and `verifier` are absent, a secret is generated. */
    readonly secret?: string | null;
    readonly verifier: TokenVerifier | null;
    readonly scopes: readonly Scope[];
    readonly stores: readonly number[];
    readonly expiresAt: string | null;
  };
  staff: {
    readonly email: string;
    readonly name: string;
    /**
     * The password in plain text. If it and the verifier are absent, a password is generated for a new
     * person.
     */
    readonly password?: string | null;
    readonly passwordVerifier: string | null;
    readonly role: StaffRole;
    readonly stores: readonly number[];
  };
};

/** The hash of a token's secret, and the beginning of the secret, which lists show. */
type TokenVerifier = { readonly prefix: string; readonly hash: string };

/** Stamps that expire together, after `expiresOn`. Null means that they never expire. */
export type MovedLot = { readonly stamps: number; readonly expiresOn: string | null };

export type MovedKind = keyof Moved;

/** Some rows of one kind. */
export type MovedBatch = {
  [Kind in MovedKind]: { readonly kind: Kind; readonly rows: readonly Moved[Kind][] };
}[MovedKind];

/** The only level of a merchant whose file contains no levels. */
export const firstLevel: Moved["levels"] = {
  level: 100,
  name: "Member",
  earnMultiplier: "1.00",
  spendingToReach: null,
  keepMonths: 12,
};

/** PostgreSQL, too, analyzes a table after 50 changed rows, but only up to a minute later. */
const WORTH_A_LOOK = 50;

/**
 * Returns whether a table that grows by `more` rows passes the next mark for ANALYZE: 50, 200, 800 … rows.
 */
export function outgrows(before: number, more: number): boolean {
  let mark = WORTH_A_LOOK;
  while (mark <= before) mark *= 4;
  return before + more >= mark;
}
