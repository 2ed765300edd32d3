import type { Scope, StaffRole } from "../context.ts";
import type { Hours } from "../merchants/opening-hours.rules.ts";
import type { Policy } from "../merchants/settings.rules.ts";
import type { ApprovedTemplate } from "../messages/index.ts";
import type { ProgrammeSettings } from "../programme/index.ts";
import type { SaleStatus } from "../sales/index.ts";

/** A merchant with its settings, as it is imported or exported. */
export type MovedMerchant = Policy &
  ProgrammeSettings & {
    readonly id: number;
    readonly name: string;
    readonly country: string;
    readonly timezone: string;
    readonly currency: string;
  };

/** The stores and channels in which something can be used; empty lists mean everywhere. */
type Limits = { readonly stores: readonly number[]; readonly channels: readonly number[] };
type Period = { readonly startDate: string | null; readonly endDate: string | null };
type Json = { readonly [key: string]: unknown };

/**
 * The imported and exported data of a merchant: balances and states, not the history. Amounts are
 * decimals with two places, days `YYYY-MM-DD`, moments ISO texts. A secret is imported in plain text or
 * as a verifier, and exported as a verifier.
 */
export type Moved = {
  levels: {
    readonly level: number;
    readonly name: string;
    readonly earnMultiplier: string;
    /** Null: the level is given by hand alone. */
    readonly spendingToReach: string | null;
    readonly keepMonths: number;
  };
  stores: {
    readonly id: number;
    readonly code: string;
    readonly name: string;
    readonly timezone: string;
    readonly isActive: boolean;
    readonly largestParty: number | null;
    readonly openingHours: Hours | null;
  };
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
    readonly balance: string;
    readonly tags: readonly string[];
    readonly referralCode: string;
    readonly startDate: string | null;
    readonly isBlocked: boolean;
    readonly allowNewsletters: boolean;
    readonly allowSmsMarketing: boolean;
    readonly allowWhatsappMarketing: boolean;
    /** When the membership was created; null: at the time of the import. */
    readonly createdAt: string | null;
    /** The last day of the level; null if it stays. */
    readonly levelUntil: string | null;
    /** The lots that make up `stamps`. Null: one lot of today, which expires by the merchant's setting. */
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
    /** The remaining dynamic value; null if the value is not dynamic. */
    readonly remainingValue: string | null;
    readonly isActive: boolean;
    readonly redeemedAt: string | null;
  };
  /** Sales of the past, with no entries in the ledger: their stamps are part of the opening balance. */
  transactions: {
    readonly id: number;
    readonly storeId: number;
    /** Null for an Open sale. */
    readonly customerId: number | null;
    readonly invoiceNumber: string;
    readonly soldAt: string;
    readonly total: string;
    readonly subtotal: string | null;
    readonly stampsEarned: number;
    readonly status: SaleStatus;
  };
  promoCodes: Limits &
    Period & {
      readonly id: number;
      readonly code: string;
      readonly name: string;
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
    /** Whether sales paid by it earn stamps. */
    readonly earns: boolean;
  };
  messageTemplates: {
    readonly code: string;
    readonly channel: "email" | "sms" | "whatsapp";
    readonly subject: string;
    readonly body: string;
    readonly html: string;
    /** If it is not empty, the HTML is compiled from it. */
    readonly mjml: string;
    readonly approved?: ApprovedTemplate | null;
  };
  tokens: {
    readonly name: string;
    /** Without secret and verifier, a secret is generated. */
    readonly secret?: string | null;
    readonly verifier: TokenVerifier | null;
    readonly scopes: readonly Scope[];
    readonly stores: readonly number[];
    readonly expiresAt: string | null;
  };
  staff: {
    readonly email: string;
    readonly name: string;
    /** For a new person without password and verifier, a password is generated. */
    readonly password?: string | null;
    readonly passwordVerifier: string | null;
    readonly role: StaffRole;
    readonly stores: readonly number[];
  };
};

/** The hash by which a token is found, and the prefix that lists show. */
export type TokenVerifier = { readonly prefix: string; readonly hash: string };

/** Stamps that expire together. Without a last day they never expire. */
export type MovedLot = { readonly stamps: number; readonly expiresOn: string | null };

export type MovedKind = keyof Moved;

/** Rows of one kind. */
export type MovedBatch = {
  [Kind in MovedKind]: { readonly kind: Kind; readonly rows: readonly Moved[Kind][] };
}[MovedKind];

/** The level of a merchant whose file has no levels. */
export const firstLevel: Moved["levels"] = {
  level: 100,
  name: "Member",
  earnMultiplier: "1.00",
  spendingToReach: null,
  keepMonths: 12,
};

/** The kinds whose rows have ids, and the counters that give new ids. */
const counters = {
  stores: "stores",
  customers: "customers",
  voucherTemplates: "voucher_templates",
  rewards: "rewards",
  vouchers: "vouchers",
  transactions: "transactions",
  promoCodes: "promo_codes",
  tokens: "api_tokens",
} as const;

/** The next free id of each kind. */
export type NextIds = Map<(typeof counters)[keyof typeof counters], number>;

/** Raises a kind's next id above the given ones, so that new ids start above the imported ones. */
export function raiseNextId(
  next: NextIds,
  kind: keyof typeof counters,
  rows: readonly { readonly id: number }[],
): void {
  const highest = rows.reduce((high, { id }) => Math.max(high, id), 0);
  next.set(counters[kind], Math.max(next.get(counters[kind]) ?? 1, highest + 1));
}

const WORTH_A_LOOK = 1_000;

/** Whether a table has grown enough to need a new ANALYZE: at 1,000, 4,000, 16,000 … */
export function outgrows(before: number, more: number): boolean {
  let mark = WORTH_A_LOOK;
  while (mark <= before) mark *= 4;
  return before + more >= mark;
}
