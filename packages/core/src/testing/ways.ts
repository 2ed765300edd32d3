import type { schema } from "@stampbook/db";
import type { CoreContext, Merchant } from "../foundation/context.ts";
import type { Redeemed, RedeemInput } from "../spending/redeeming/index.ts";
import {
  deductValue,
  redeemMultipleRewards,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
  redeemVoucherCode,
} from "../spending/redeeming/index.ts";
import type { Harness } from "./harness.ts";

/** The parts of an ordinary call that a test changes. */
export type Changes = Partial<
  Pick<RedeemInput, "user" | "store" | "channel" | "requestId" | "invoiceNumber" | "extraData">
>;

/** A merchant, a store, a customer, and a redemption that can succeed only once. */
export type Ready = {
  readonly merchant: Merchant;
  readonly store: { readonly id: number; readonly code: string };
  readonly customer: { readonly id: number; readonly email: string; readonly name: string };
  /** The redeemed row as refusals name it, such as `reward 7`. */
  readonly subject: string;
  readonly redeem: (ctx: CoreContext, changes?: Changes) => Promise<Redeemed>;
};

/** An operation that redeems. */
export type Way = {
  readonly operation: string;
  /** Makes a merchant with these settings, and all rows that the redemption needs. */
  readonly prepare: (
    harness: Harness,
    settings?: Partial<typeof schema.merchants.$inferInsert>,
  ) => Promise<Ready>;
};

/** The optional parameters of a call, all absent. */
export const plain = {
  invoiceNumber: null,
  channel: null,
  extraData: null,
  requestId: null,
} as const;

type Place = Omit<Ready, "subject" | "redeem"> & { readonly given: Harness["given"] };
type Made = Pick<Ready, "subject"> & {
  readonly redeem: (ctx: CoreContext, input: RedeemInput) => Promise<Redeemed>;
};

function way(operation: string, make: (place: Place) => Promise<Made>): Way {
  return {
    operation,
    prepare: async ({ given }, settings = {}) => {
      const merchant = await given.merchant(settings);
      const store = await given.store(merchant);
      const customer = await given.customer(merchant, {}, { stamps: 5 });
      const { subject, redeem } = await make({ given, merchant, store, customer });
      const usual = { ...plain, user: customer.email, store: store.id };
      return {
        merchant,
        store,
        customer,
        subject,
        redeem: (ctx, changes = {}) => redeem(ctx, { ...usual, ...changes }),
      };
    },
  };
}

/** Every operation that makes one redemption, by the name of its function. */
export const ways = {
  redeemReward: way("redemptions.redeemReward", async ({ given, merchant }) => {
    const reward = await given.reward(merchant, { stampsToRedeem: 3 });
    return {
      subject: `reward ${reward.id}`,
      redeem: (ctx, input) =>
        redeemReward(ctx, { ...input, reward: reward.id, qty: 1, stamps: null }),
    };
  }),

  redeemVoucher: way("redemptions.redeemVoucher", async ({ given, merchant, customer }) => {
    const template = await given.template(merchant);
    const voucher = await given.voucher(merchant, {
      voucherTemplateId: template.id,
      customerId: customer.id,
    });
    return {
      subject: `voucher ${voucher.id}`,
      redeem: (ctx, input) => redeemVoucher(ctx, { ...input, voucher: voucher.id }),
    };
  }),

  deductValue: way("vouchers.deductValue", async ({ given, merchant, customer }) => {
    const template = await given.template(merchant, { value: "10.00", isDynamic: true });
    const voucher = await given.voucher(merchant, {
      voucherTemplateId: template.id,
      customerId: customer.id,
      value: "10.00",
      remainingValue: "10.00",
    });
    return {
      subject: `voucher ${voucher.id}`,
      redeem: (ctx, input) => deductValue(ctx, { ...input, voucher: voucher.id, value: "6.50" }),
    };
  }),

  redeemVoucherCode: way("redemptions.redeemVoucherCode", async ({ given, merchant }) => {
    const template = await given.template(merchant);
    const voucher = await given.voucher(merchant, { voucherTemplateId: template.id });
    return {
      subject: "a voucher code",
      redeem: (ctx, input) =>
        redeemVoucherCode(ctx, {
          ...input,
          voucherCode: voucher.code,
          voucherTemplate: template.id,
        }),
    };
  }),

  redeemPromoCode: way("redemptions.redeemPromoCode", async ({ given, merchant }) => {
    const promo = await given.promoCode(merchant, { maxUses: 1 });
    return {
      subject: "a promo code",
      redeem: (ctx, input) => redeemPromoCode(ctx, { ...input, promoCode: promo.code }),
    };
  }),

  redeemMultipleRewards: way("redemptions.redeemMultipleRewards", async ({ given, merchant }) => {
    const one = await given.reward(merchant, { stampsToRedeem: 1 });
    const two = await given.reward(merchant, { stampsToRedeem: 2 });
    return {
      subject: `rewards ${one.code}, ${two.code}`,
      redeem: (ctx, { requestId, extraData, ...input }) =>
        redeemMultipleRewards(ctx, {
          ...input,
          rewards: [one, two].map(({ code }) => ({ code, qty: 1, stamps: null, requestId })),
        }),
    };
  }),
} satisfies Record<string, Way>;
