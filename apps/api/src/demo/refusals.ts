import type { CoreContext } from "@stampbook/core/context";
import type { FailureCode } from "@stampbook/core/failures";
import {
  type RedeemInput,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
} from "@stampbook/core/redeeming";
import { daysBetween } from "./calendar.ts";
import { refused, type Shop } from "./shop.ts";
import { type DemoStore, jayapura, kemang, losari, momentIn } from "./stores.ts";

type Call = (ctx: CoreContext, input: RedeemInput) => Promise<unknown>;
type RefusedCall = readonly [
  daysAgo: number,
  store: DemoStore,
  time: string,
  user: string,
  code: FailureCode,
  call: Call,
];

const coffee: Call = (ctx, input) =>
  redeemReward(ctx, { ...input, reward: 2, qty: 1, stamps: null });
const machine: Call = (ctx, input) =>
  redeemReward(ctx, { ...input, reward: 10, qty: 1, stamps: null });
const happyHour: Call = (ctx, input) => redeemPromoCode(ctx, { ...input, promoCode: "HAPPYHOUR" });
const voucher =
  (id: number): Call =>
  (ctx, input) =>
    redeemVoucher(ctx, { ...input, voucher: id });

/** The calls of the till that are refused, of the last weeks only: older ones are not kept. */
const calls: readonly RefusedCall[] = [
  [26, kemang, "08:52", "M0112", "insufficient_stamps", coffee],
  [19, losari, "10:31", "M0121", "promo_code_not_available", happyHour],
  [14, kemang, "17:44", "M0104", "membership_blocked", coffee],
  [12, kemang, "09:12", "M0103", "insufficient_stamps", coffee],
  [9, kemang, "12:20", "M0119", "voucher_expired", voucher(6)],
  [6, kemang, "10:05", "M0119", "voucher_already_redeemed", voucher(8)],
  [5, jayapura, "11:40", "M0118", "promo_code_not_available", happyHour],
  [3, kemang, "13:15", "M0111", "insufficient_stamps", machine],
  [2, kemang, "18:02", "M0104", "membership_blocked", coffee],
  [1, losari, "09:48", "M0112", "insufficient_stamps", coffee],
];

/** Makes the calls of a date that are refused. */
export async function refuseOn(shop: Shop, date: string): Promise<void> {
  const ago = daysBetween(date, shop.today);
  for (const [, store, time, user, code, call] of calls.filter(([daysAgo]) => daysAgo === ago)) {
    const ctx = shop.at("till", momentIn(store, date, time));
    await refused(code, call(ctx, { ...base, user, store: store.id }));
  }
}

const base = { invoiceNumber: null, channel: 2, extraData: null, requestId: null };
