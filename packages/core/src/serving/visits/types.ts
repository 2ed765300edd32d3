import type { Sale, SaleInput } from "../../earning/sales/index.ts";
import type { Voucher } from "../../holding/vouchers/index.ts";
import type { Customer, Identifier, Membership } from "../../people/customers/index.ts";
import type { StoreRef } from "../../running/merchants/index.ts";
import type { PromoCodeUsed, Redemption, RewardLine } from "../../spending/redeeming/index.ts";

/**
 * A reward to redeem. A number in `reward` is an id. If no reward has that id, the number is a code. A string
 * is a code.
 */
export type VisitReward = {
  readonly reward: number | string;
  readonly qty: number;
  /** The price of a flexible reward, in stamps. */
  readonly stamps: number | null;
  readonly requestId: string | null;
};

/** A voucher to redeem, by its id or its code. */
export type VisitVoucher = {
  readonly voucher: { readonly id: number } | { readonly code: string };
  /** The value to deduct from a dynamic voucher, a decimal. Null redeems the whole voucher. */
  readonly value: string | null;
  readonly requestId: string | null;
};

/** A promo code to redeem. */
export type VisitPromoCode = { readonly promoCode: string; readonly requestId: string | null };

/**
 * The purchase and the redemptions of one customer in one call. Each list may be empty. The lists have at
 * most 50 lines in all.
 */
export type VisitInput = {
  readonly user: Identifier;
  readonly store: StoreRef;
  readonly channel: number | null;
  /** The invoice number of the redemptions. A visit with a sale uses the sale's invoice number instead. */
  readonly invoiceNumber: string | null;
  /** Null if the visit has no sale. */
  readonly sale: Omit<SaleInput, "user" | "store" | "channel"> | null;
  readonly rewards: readonly VisitReward[];
  readonly vouchers: readonly VisitVoucher[];
  readonly promoCodes: readonly VisitPromoCode[];
  /**
   * A voucher to issue to the customer. Null if the visit issues none. `value` is for a template with a
   * dynamic value.
   */
  readonly issue: { readonly templateId: number; readonly value: string | null } | null;
};

/** The list that contains a line. The refusal of a line has its list as `field`. */
export type VisitList = "rewards" | "vouchers" | "promoCodes";

/** The part on which a refusal is reported: a list of lines, or the voucher that the visit issues. */
export type VisitPartName = VisitList | "issue";

/** A voucher that a reward issued. */
export type IssuedCode = Pick<Voucher, "id" | "code">;

/** The redemption of one line of a visit. */
export type VisitRedemption = {
  readonly redemption: Redemption;
  readonly requestId: string | null;
} & (
  | {
      readonly kind: "reward";
      readonly line: RewardLine;
      /**
       * The vouchers that the reward issued. Absent in an outcome that an earlier version of the service
       * stored. `issuedCodes` reads both.
       */
      readonly issued?: readonly IssuedCode[];
    }
  | {
      readonly kind: "voucher";
      readonly voucher: Voucher;
      /** The value that the call named to deduct. Null for a whole voucher. */
      readonly value: string | null;
      /**
       * The dynamic value of a voucher that was redeemed whole. Null for other vouchers. Undefined in an
       * outcome that an earlier version of the service stored.
       */
      readonly wholeValue: string | null;
    }
  | { readonly kind: "promo_code"; readonly promoCode: PromoCodeUsed | null }
);

/**
 * The voucher that a visit issued. An outcome that an earlier version of the service stored has no template,
 * channels and notes.
 */
export type IssuedVoucher = Voucher & {
  readonly templateId?: number;
  readonly channels?: readonly number[];
  readonly notes?: string | null;
};

/** A confirmed visit. `membership` is the state right after it. */
export type Visit = {
  readonly storeId: number;
  readonly customer: Customer;
  readonly membership: Membership;
  /** Rewards, then vouchers, then promo codes, each in the order of the request. */
  readonly redemptions: readonly VisitRedemption[];
  readonly sale: Sale | null;
  readonly issuedVoucher: IssuedVoucher | null;
};
