/** The bench's one merchant, whose records have fixed ids. */
export const shop = {
  merchant: 1,
  store: 32,
  /** Worth 50.00, whole. */
  plain: 1,
  /** Worth 50.00, deducted in parts. */
  dynamic: 2,
  /** Cost 2 stamps each, and issue no voucher. */
  rewards: ["TEA", "COFFEE", "CAKE"],
  /** Promo codes begin with it, and end with 1 to 128. */
  promoCode: "SALE",
} as const;

/** The customer who has a voucher. */
export const holderOf = (voucher: number, customers: number) => 1 + (voucher % customers);
export const emailOf = (customer: number) => `customer-${customer}@example.com`;
