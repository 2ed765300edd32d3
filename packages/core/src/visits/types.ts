import type { Customer, Identifier, Membership } from "../customers/index.ts";
import type { StoreRef } from "../merchants/index.ts";
import type { PromoCodeUsed, Redemption, RewardLine } from "../redeeming/index.ts";
import type { Sale, SaleInput } from "../sales/index.ts";
import type { Voucher } from "../vouchers/index.ts";

/** A wanted reward. A number in `reward` is an id, or else a code with these digits. A string is a code. */
export type VisitReward = {
  readonly reward: number | string;
  readonly qty: number;
  /** The price of a flexible reward. */
  readonly stamps: number | null;
  readonly requestId: string | null;
};

/** A wanted voucher, by its id or its code. */
export type VisitVoucher = {
  readonly voucher: { readonly id: number } | { readonly code: string };
  /** A decimal to take off a dynamic value; null redeems the whole voucher. */
  readonly value: string | null;
  readonly requestId: string | null;
};

export type VisitPromoCode = { readonly promoCode: string; readonly requestId: string | null };

/**
 * The purchase and the redemptions of one customer in one call. Each list may be empty. The lists have at
 * most 50 lines in all.
 */
export type VisitInput = {
  readonly user: Identifier;
  readonly store: StoreRef;
  readonly channel: number | null;
  /** The invoice number of the redemptions. With a sale, the sale's own is used. */
  readonly invoiceNumber: string | null;
  /** Null is a visit without a sale. */
  readonly sale: Omit<SaleInput, "user" | "store" | "channel"> | null;
  readonly rewards: readonly VisitReward[];
  readonly vouchers: readonly VisitVoucher[];
  readonly promoCodes: readonly VisitPromoCode[];
  /** A voucher to issue to the customer. `value` is for a template with a dynamic value. */
  readonly issue: { readonly templateId: number; readonly value: string | null } | null;
};

/** The list on which a refusal of a line is reported. */
export type VisitList = "rewards" | "vouchers" | "promoCodes";

/** The part on which a refusal is reported: a list of lines, or the voucher that the visit issues. */
export type VisitPartName = VisitList | "issue";

/** The redemption of one line. Each line has its own. */
export type VisitRedemption = {
  readonly redemption: Redemption;
  readonly requestId: string | null;
} & (
  | { readonly kind: "reward"; readonly line: RewardLine }
  | {
      readonly kind: "voucher";
      readonly voucher: Voucher;
      /** The value that was taken off; null for a whole voucher. */
      readonly value: string | null;
    }
  | { readonly kind: "promo_code"; readonly promoCode: PromoCodeUsed | null }
);

/** A confirmed visit. `membership` is the state right after it. */
export type Visit = {
  readonly storeId: number;
  readonly customer: Customer;
  readonly membership: Membership;
  /** Rewards, then vouchers, then promo codes, each in the order of the request. */
  readonly redemptions: readonly VisitRedemption[];
  readonly sale: Sale | null;
  readonly issuedVoucher: Voucher | null;
};
