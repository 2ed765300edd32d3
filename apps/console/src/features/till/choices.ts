import type { Outputs } from "../../rpc/client.ts";

export type Card = Outputs["staff"]["till"]["customer"];
export type Matches = Outputs["staff"]["till"]["lookup"];
export type FoundVoucher = Matches["vouchers"][number];
export type FoundPromo = Matches["promoCodes"][number];

/** The mutation key of a running redemption. */
export const REDEEMING = ["till", "redeem"] as const;

/** An item that can be redeemed for the customer on the card. */
export type Choice =
  | { readonly kind: "voucher"; readonly key: string; readonly voucher: Card["vouchers"][number] }
  | { readonly kind: "reward"; readonly key: string; readonly reward: Card["rewards"][number] }
  | { readonly kind: "promo"; readonly key: string; readonly code: string }
  | { readonly kind: "unowned"; readonly key: string; readonly voucher: FoundVoucher };

/** A known promo code, or an empty one to type. */
export function promoChoice(code = ""): Choice {
  return { kind: "promo", key: code ? `promo-${code}` : "promo", code };
}

/** Whether anything can be redeemed for the customer on the card: redemptions accept no primary keys. */
export function isServed(card: Card): boolean {
  return !card.whyNot && nameOf(card) !== null;
}

/** The items of a card in order, without those that cannot be redeemed now. */
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

/** The customer's identifier for a redemption, which accepts no primary keys; null if there is none. */
export function nameOf({ customer }: Card): string | null {
  return customer.email ?? customer.memberId;
}

export function titleOf(choice: Choice): string | null {
  if (choice.kind === "promo") return null;
  return choice.kind === "reward" ? choice.reward.name : choice.voucher.name;
}
