import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { type RedeemVoucherInput, redeemVoucher } from "../../spending/redeeming/index.ts";
import type { OpenHarness } from "../open-harness.ts";
import { plain } from "../ways.ts";
import {
  type Call,
  callIn,
  limitsOf,
  makePast,
  makePresent,
  makeShop,
  type RedeemBefore,
  type Shop,
  UNKNOWN_ID,
} from "./make-shop.ts";
import type { Holder } from "./shop-facts.ts";
import type { VoucherWorldFacts } from "./voucher-worlds.ts";

/** Redeems a voucher while the world's history is made, before the calls under test. */
type Redeem = (ctx: CoreContext, input: RedeemVoucherInput) => Promise<unknown>;

/** A merchant with the rows that the facts describe, and calls to make there. */
export type VoucherWorld = {
  readonly merchant: Merchant;
  readonly people: Shop["people"];
  /** The ids of the vouchers, in the order of the facts. */
  readonly vouchers: readonly number[];
  readonly calls: readonly Call<RedeemVoucherInput>[];
};

/**
 * Makes a world from the facts. Equal facts make worlds that differ only in ids and names. `redeem` makes the
 * past calls, each with a voucher of 10.00.
 */
export async function makeVoucherWorld(
  t: OpenHarness,
  facts: VoucherWorldFacts,
  redeem: Redeem = redeemVoucher,
): Promise<VoucherWorld> {
  const shop = await makeShop(t, facts);
  await makePast(shop, redeemBefore(shop, redeem));
  const vouchers = await makeVouchers(shop, facts.vouchers);
  await makePresent(shop);
  const callOf = (call: VoucherWorldFacts["calls"][number]): Call<RedeemVoucherInput> => {
    const index = call.voucher === "unknown" ? null : call.voucher;
    const owner = (index === null ? null : facts.vouchers[index].owner) ?? 0;
    const users = { owner, other: (1 - owner) as Holder, nobody: "nobody" } as const;
    const { ctx, input } = callIn(shop, call, users[call.user]);
    const voucher = (index === null ? null : vouchers[index]) ?? UNKNOWN_ID;
    return { ctx, input: { ...input, voucher } };
  };
  const { merchant, people } = shop;
  return { merchant, people, vouchers, calls: facts.calls.map(callOf) };
}

function redeemBefore({ t, merchant, people, store }: Shop, redeem: Redeem): RedeemBefore {
  return async (ctx, holder, requestId) => {
    const { id, email } = people[holder];
    const template = await t.given.template(merchant);
    const worth = { value: "10.00", remainingValue: "10.00" };
    const row = { customerId: id, voucherTemplateId: template.id, ...worth };
    const { id: voucher } = await t.given.voucher(merchant, row);
    await redeem(ctx, { ...plain, user: email, store: store.id, voucher, requestId });
  };
}

async function makeVouchers(shop: Shop, vouchers: VoucherWorldFacts["vouchers"]) {
  const { t, merchant, people } = shop;
  const ids: number[] = [];
  for (const { owner, isRedeemed, left, ...limits } of vouchers) {
    const { days, places } = limitsOf(shop, limits);
    const template = await t.given.template(merchant, places);
    const remaining = isRedeemed ? "0.00" : left;
    const { id } = await t.given.voucher(merchant, {
      ...days,
      voucherTemplateId: template.id,
      customerId: owner === null ? null : people[owner].id,
      redeemedAt: isRedeemed ? new Date().toISOString() : null,
      ...(left === null ? {} : { value: "10.00", remainingValue: remaining }),
    });
    ids.push(id);
  }
  return ids;
}
