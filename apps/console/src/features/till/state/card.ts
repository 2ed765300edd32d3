import type { Outputs } from "../../../rpc/client.ts";
import type { Card } from "./types.ts";

type ReadVoucher = Pick<
  Outputs["staff"]["vouchers"]["get"],
  | "id"
  | "code"
  | "name"
  | "pictureUrl"
  | "value"
  | "remainingValue"
  | "endDate"
  | "termsAndConditions"
  | "state"
  | "customer"
>;

/**
 * Adds to the card each voucher that is open and that the card's customer holds. Their `whyNot` is null: the
 * service checks the vouchers when the visit is confirmed.
 */
export function withVouchers(card: Card, vouchers: readonly ReadVoucher[]): Card {
  const held = vouchers
    .filter(({ state, customer }) => state === "open" && customer?.id === card.customer.id)
    .map(({ termsAndConditions: terms, ...voucher }) => ({ ...voucher, terms, whyNot: null }));
  return held.length ? { ...card, vouchers: [...card.vouchers, ...held] } : card;
}
