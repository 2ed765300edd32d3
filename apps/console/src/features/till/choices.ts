import type { Outputs } from "../../rpc/client.ts";

export type Card = Outputs["staff"]["till"]["customer"];
export type Matches = Outputs["staff"]["till"]["lookup"];
export type FoundVoucher = Matches["vouchers"][number];

/** Something that can be redeemed for the customer on the card. */
export type Choice =
  | { readonly kind: "voucher"; readonly key: string; readonly voucher: Card["vouchers"][number] }
  | { readonly kind: "reward"; readonly key: string; readonly reward: Card["rewards"][number] }
  | { readonly kind: "promo"; readonly key: "promo" }
  | { readonly kind: "unowned"; readonly key: string; readonly voucher: FoundVoucher };

/** What can be chosen on a card, in its order; what cannot be redeemed now is shown but not chosen. */
export function choicesOf(card: Card): readonly Choice[] {
  if (card.whyNot) return [];
  return [
    ...card.vouchers
      .filter(({ whyNot }) => whyNot === null)
      .map((voucher) => ({ kind: "voucher", key: `voucher-${voucher.id}`, voucher }) as const),
    ...card.rewards
      .filter(({ stampsShort }) => stampsShort === 0)
      .map((reward) => ({ kind: "reward", key: `reward-${reward.id}`, reward }) as const),
    { kind: "promo", key: "promo" },
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
