import { emailOf, holderOf, shop } from "../stage/things.ts";

/** One redeeming operation, the same for all contestants. `n` is the number of a call; for vouchers it is the id. */
export type Work = {
  readonly name: "redeem-voucher" | "redeem-reward" | "deduct-value";
  readonly path: string;
  readonly procedure: string;
  /** The kind of voucher that each call needs; null if it needs none. */
  readonly supply: "plain" | "dynamic" | null;
  readonly body: (n: number, customers: number) => Readonly<Record<string, unknown>>;
};

const by = (n: number, customers: number) => ({
  user: emailOf(holderOf(n, customers)),
  store: shop.store,
});

export const redeemVoucher: Work = {
  name: "redeem-voucher",
  path: "/api/v2/redemptions/redeem-voucher",
  procedure: "redemptions.redeemVoucher",
  supply: "plain",
  body: (n, customers) => ({ ...by(n, customers), voucher: n }),
};

const deductValue: Work = {
  name: "deduct-value",
  path: "/api/vouchers/deduct-value",
  procedure: "vouchers.deductValue",
  supply: "dynamic",
  body: (n, customers) => ({ ...by(n, customers), voucher: n, value: 10 }),
};

export const redeemReward: Work = {
  name: "redeem-reward",
  path: "/api/v2/redemptions/redeem-reward",
  procedure: "redemptions.redeemReward",
  supply: null,
  body: (n, customers) => ({ ...by(n, customers), reward: 1 }),
};

export const works: readonly Work[] = [redeemVoucher, redeemReward, deductValue];
