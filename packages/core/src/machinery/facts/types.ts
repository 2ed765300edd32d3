import type { ExtraData } from "../../holding/vouchers/index.ts";
import type { Identifier } from "../../people/customers/index.ts";
import type { StoreRef } from "../../running/merchants/index.ts";

/** The common input of all ways to redeem except redeem-multiple-rewards. Absent parts are null. */
export type RedeemInput = {
  readonly user: Identifier;
  readonly store: StoreRef;
  readonly invoiceNumber: string | null;
  readonly channel: number | null;
  readonly extraData: ExtraData | null;
  /** The id of the request that a customer's PIN has authorized (R7). */
  readonly requestId: string | null;
};

export type Reward = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: "fixed" | "flexible";
  /** The price of one reward, in stamps; 0 for a flexible reward. */
  readonly stampsToRedeem: number;
  readonly extraData: ExtraData;
};
