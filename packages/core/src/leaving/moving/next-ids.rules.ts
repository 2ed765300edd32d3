/** The kinds whose rows have ids in the database, and the names of their id counters. */
const counters = {
  stores: "stores",
  customers: "customers",
  voucherTemplates: "voucher_templates",
  rewards: "rewards",
  vouchers: "vouchers",
  transactions: "transactions",
  promoCodes: "promo_codes",
  tokens: "api_tokens",
} as const;

/** The next free id of each counter. */
export type NextIds = Map<(typeof counters)[keyof typeof counters], number>;

/** Raises the next id of a kind above the ids of `rows`. */
export function raiseNextId(
  next: NextIds,
  kind: keyof typeof counters,
  rows: readonly { readonly id: number }[],
): void {
  const highest = rows.reduce((high, { id }) => Math.max(high, id), 0);
  next.set(counters[kind], Math.max(next.get(counters[kind]) ?? 1, highest + 1));
}
