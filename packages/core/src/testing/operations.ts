import type { CoreContext, Merchant } from "../foundation/context.ts";
import type { Redeemed } from "../spending/redeeming/index.ts";
import { cancelRedemption } from "../spending/redeeming/index.ts";
import type { Harness } from "./harness.ts";
import { type Changes, type Way, ways } from "./ways.ts";

/** A call of an operation, and the merchant in which the call can succeed once. */
export type Once = {
  readonly merchant: Merchant;
  readonly call: (ctx: CoreContext, changes?: Changes) => Promise<Redeemed>;
};

/** An operation that is safe to repeat with an idempotency key. */
export type Operation = {
  readonly name: string;
  readonly prepare: (harness: Harness) => Promise<Once>;
};

const redeeming = ({ operation, prepare }: Way): Operation => ({
  name: operation,
  prepare: async (harness) => {
    const { merchant, redeem } = await prepare(harness);
    return { merchant, call: redeem };
  },
});

export const redeemingOperations: readonly Operation[] = Object.values(ways).map(redeeming);

export const canceling: Operation = {
  name: "redemptions.cancel",
  prepare: async (harness) => {
    const { merchant, redeem } = await ways.redeemReward.prepare(harness);
    const { redemption } = await redeem(harness.as(merchant));
    const input = { redemptionId: redemption.id, createReplacementVoucher: false };
    return { merchant, call: (ctx) => cancelRedemption(ctx, input) };
  },
};

/** The operations that redeem, and the cancel of a redemption. */
export const operations: readonly Operation[] = [...redeemingOperations, canceling];
