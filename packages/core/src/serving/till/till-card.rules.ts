import { type Reason, reasonOf } from "../../foundation/failures.ts";
import { checkVoucher, type HeldVoucher } from "../../holding/vouchers/voucher.rules.ts";
import type { Membership } from "../../people/customers/types.ts";
import type { StoreNow } from "../../running/merchants/types.ts";
import type { Reward } from "../../spending/redeeming/types.ts";

/** Why something cannot be redeemed. Null if it can be redeemed. */
export type WhyNot = Reason | null;

/** A voucher on a customer's card at the till. */
export type TillVoucher = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly pictureUrl: string;
  readonly value: string | null;
  /** The remaining dynamic value; null if the value is not dynamic. */
  readonly remainingValue: string | null;
  readonly endDate: string | null;
  readonly terms: string;
  readonly whyNot: WhyNot;
};

/** A reward on a customer's card at the till. */
export type TillReward = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: "fixed" | "flexible";
  readonly stampsToRedeem: number;
  /** How many stamps the customer lacks; 0 if the customer has enough. */
  readonly stampsShort: number;
  readonly issuesVoucher: boolean;
  readonly terms: string;
};

/** The parts of an offered reward that no rule checks. */
export type RewardShown = { readonly issuesVoucher: boolean; readonly terms: string };

/** The store and the channel in which the till redeems. */
type TillPlace = { readonly store: StoreNow; readonly channel: number };

/** Returns the vouchers in the given order, but those that can be redeemed here come first. */
export function tillVouchers(
  vouchers: readonly HeldVoucher[],
  at: TillPlace,
): readonly TillVoucher[] {
  const shown = vouchers.map((voucher): TillVoucher => {
    const { id, code, name, pictureUrl, value, remainingValue, endDate } = voucher;
    const terms = voucher.termsAndConditions;
    const whyNot = reasonOf(checkVoucher(voucher, at));
    return { id, code, name, pictureUrl, value, remainingValue, endDate, terms, whyNot };
  });
  return [
    ...shown.filter(({ whyNot }) => whyNot === null),
    ...shown.filter(({ whyNot }) => whyNot !== null),
  ];
}

/** Returns the rewards, sorted by the stamps that the customer lacks, fewest first. */
export function tillRewards(
  rewards: readonly (Reward & RewardShown)[],
  membership: Membership,
): readonly TillReward[] {
  return rewards
    .map(({ id, code, name, kind, stampsToRedeem, issuesVoucher, terms }) => {
      const cost = kind === "flexible" ? 1 : stampsToRedeem;
      const stampsShort = Math.max(0, cost - membership.stamps);
      return { id, code, name, kind, stampsToRedeem, stampsShort, issuesVoucher, terms };
    })
    .sort((one, other) => one.stampsShort - other.stampsShort);
}
