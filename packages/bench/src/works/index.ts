import { emailOf, holderOf, shop } from "../stage/things.ts";
import type { Work } from "./types.ts";

export type { Work } from "./types.ts";

/**
 * The variables of a call. For vouchers, `n` is the id. The email is no variable, because only the customer's
 * number in it changes.
 */
const variables: Work["variables"] = (n, customers, redemption) => {
  const customer = holderOf(n, customers);
  return {
    n: String(n),
    redemption: String(redemption),
    customer: String(customer),
  };
};
const sets = ["\\set customer 1 + :n % :customers"];

export const redeemVoucher: Work = {
  name: "redeem-voucher",
  path: "/api/v2/redemptions/redeem-voucher",
  procedure: "redemptions.redeemVoucher",
  supply: "plain",
  body: (n, customers) => ({
    user: emailOf(holderOf(n, customers)),
    voucher: n,
    store: shop.store,
  }),
  variables,
  sets,
};

export const deductValue: Work = {
  name: "deduct-value",
  path: "/api/vouchers/deduct-value",
  procedure: "vouchers.deductValue",
  supply: "dynamic",
  body: (n, customers) => ({
    user: emailOf(holderOf(n, customers)),
    voucher: n,
    store: shop.store,
    value: 10,
  }),
  variables,
  sets,
};

export const redeemReward: Work = {
  name: "redeem-reward",
  path: "/api/v2/redemptions/redeem-reward",
  procedure: "redemptions.redeemReward",
  supply: null,
  body: (n, customers) => ({
    user: emailOf(holderOf(n, customers)),
    reward: 1,
    store: shop.store,
  }),
  variables,
  sets,
};

export const works: readonly Work[] = [redeemVoucher, redeemReward, deductValue];
