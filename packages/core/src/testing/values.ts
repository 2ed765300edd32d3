import type { KnownCaller } from "../foundation/context.ts";
import type { Customer, Membership } from "../people/customers/types.ts";
import type { StoreNow } from "../running/merchants/types.ts";

// Ordinary values for the tests of rules.

export const kemang: StoreNow = {
  id: 32,
  code: "K1",
  name: "Kemang",
  isActive: true,
  today: "2026-11-21",
  time: "12:00:00",
};

export const ani: Customer = {
  id: 7,
  memberId: "M7",
  name: "Ani",
  gender: "",
  address: "",
  isActive: true,
  email: "ani@example.com",
  mobileNumber: null,
  pictureUrl: null,
  birthday: null,
};

export const member: Membership = {
  level: 100,
  levelName: "Blue",
  status: 100,
  stamps: 10,
  stampsOwed: 0,
  balance: "0.00",
  tags: [],
  referralCode: "",
  startDate: null,
  createdOn: "2026-01-15",
  isBlocked: false,
};

/** Returns a caller with a token. `stores` null means every store. */
export const tokenOf = (stores: readonly number[] | null): KnownCaller => ({
  kind: "token",
  merchant: { id: 1, name: "One", country: "ID", timezone: "Asia/Jakarta", currency: "IDR" },
  tokenId: 1,
  scopes: ["*"],
  stores,
});
