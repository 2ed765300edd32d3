import type { Outputs } from "../../rpc/client.ts";

export type Card = Outputs["staff"]["till"]["customer"];
export type Matches = Outputs["staff"]["till"]["lookup"];
export type FoundVoucher = Matches["vouchers"][number];
export type FoundPromo = Matches["promoCodes"][number];

/** By this it is known that something is being redeemed. */
export const REDEEMING = ["till", "redeem"] as const;

/** Something that can be redeemed for the customer on the card. */
export type Choice =
  | { readonly kind: "voucher"; readonly key: string; readonly voucher: Card["vouchers"][number] }
  | { readonly kind: "reward"; readonly key: string; readonly reward: Card["rewards"][number] }
  | { readonly kind: "promo"; readonly key: string; readonly code: string }
  | { readonly kind: "unowned"; readonly key: string; readonly voucher: FoundVoucher };

/** A promo code that is known already, or one to be typed. */
export function promoChoice(code = ""): Choice {
  return { kind: "promo", key: code ? `promo-${code}` : "promo", code };
}

/** Whether anything can be redeemed for the customer on the card: redemptions know no primary keys. */
export function isServed(card: Card): boolean {
  return !card.whyNot && nameOf(card) !== null;
}

/** What can be chosen on a card, in its order; what cannot be redeemed now is shown but not chosen. */
export function choicesOf(card: Card): readonly Choice[] {
  if (!isServed(card)) return [];
  return [
    ...card.vouchers
      .filter(({ whyNot }) => whyNot === null)
      .map((voucher) => ({ kind: "voucher", key: `voucher-${voucher.id}`, voucher }) as const),
    ...card.rewards
      .filter(({ stampsShort }) => stampsShort === 0)
      .map((reward) => ({ kind: "reward", key: `reward-${reward.id}`, reward }) as const),
    promoChoice(),
  ];
}

/** What the service can be told of whom it is about: redemptions know no primary keys. */
export function nameOf({ customer }: Card): string | null {
  return customer.email ?? customer.memberId;
}

export function titleOf(choice: Choice): string | null {
  if (choice.kind === "promo") return null;
  return choice.kind === "reward" ? choice.reward.name : choice.voucher.name;
}
