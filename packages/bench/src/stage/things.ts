/** The bench's one merchant, whose records have fixed ids. */
export const shop = {
  merchant: 1,
  store: 32,
  /** The template of vouchers that are worth 50.00 and redeemed whole. */
  plain: 1,
  /** The template of vouchers that are worth 50.00 and deducted in parts. */
  dynamic: 2,
  /** The codes of rewards that cost 2 stamps each and issue no voucher. */
  rewards: ["TEA", "COFFEE", "CAKE"],
  /** Promo codes are this text followed by 1 to 128. */
  promoCode: "SALE",
} as const;

/** The customer who has a voucher. */
export const holderOf = (voucher: number, customers: number) => 1 + (voucher % customers);
export const emailOf = (customer: number) => `customer-${customer}@example.com`;
