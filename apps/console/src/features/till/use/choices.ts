import { isContact } from "../state/meaning.ts";
import type {
  Card,
  FoundCustomer,
  FoundPromo,
  FoundVoucher,
  Line,
  Matches,
} from "../state/types.ts";

/** A line that the arrow keys select and Enter chooses. */
export type Choice =
  | { readonly kind: "customer"; readonly key: string; readonly customer: FoundCustomer }
  | { readonly kind: "found"; readonly key: string; readonly voucher: FoundVoucher }
  | { readonly kind: "promo"; readonly key: string; readonly promo: FoundPromo }
  | { readonly kind: "newcomer"; readonly key: string; readonly contact: string }
  | {
      readonly kind: "voucher";
      readonly key: string;
      readonly line: Line;
      readonly voucher: Card["vouchers"][number];
    }
  | {
      readonly kind: "reward";
      readonly key: string;
      readonly line: Line;
      readonly reward: Card["rewards"][number];
    };

/**
 * Returns the matches of a text. For an email or a phone without a match, returns the choice to register a
 * new customer.
 */
export function choicesOfMatches(
  { customers, vouchers, promoCodes }: Matches,
  text: string,
): readonly Choice[] {
  const found: Choice[] = [
    ...customers.map(
      (customer) => ({ kind: "customer", key: `customer-${customer.id}`, customer }) as const,
    ),
    ...vouchers.map((voucher) => ({ kind: "found", key: `found-${voucher.id}`, voucher }) as const),
    ...promoCodes.map((promo) => ({ kind: "promo", key: `promo-${promo.id}`, promo }) as const),
  ];
  if (found.length || !isContact(text)) return found;
  return [{ kind: "newcomer", key: "newcomer", contact: text.trim() }];
}

/** Returns the items that the customer of a card can take here now. */
export function choicesOfCard({ whyNot, vouchers, rewards }: Card): readonly Choice[] {
  if (whyNot) return [];
  return [
    ...vouchers
      .filter((voucher) => voucher.whyNot === null)
      .map((voucher): Choice => {
        const value = voucher.remainingValue === null ? null : "";
        const line = { kind: "voucher", id: voucher.id, value } as const;
        return { kind: "voucher", key: `voucher-${voucher.id}`, line, voucher };
      }),
    ...rewards
      .filter(({ stampsShort }) => stampsShort === 0)
      .map((reward): Choice => {
        const stamps = reward.kind === "flexible" ? 1 : null;
        const line = { kind: "reward", id: reward.id, qty: 1, stamps } as const;
        return { kind: "reward", key: `reward-${reward.id}`, line, reward };
      }),
  ];
}
