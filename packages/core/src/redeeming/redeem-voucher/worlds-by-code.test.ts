import type { CoreContext, Merchant } from "../../context.ts";
import { failureKinds } from "../../failures.ts";
import { codeKeyOf } from "../../merchants/index.ts";
import { type Compared, compareWithAlone } from "../../testing/comparing/compare-with-alone.ts";
import { readShop, seeGuesses, seeRedemption } from "../../testing/comparing/read-shop.ts";
import { readVouchers } from "../../testing/comparing/read-subjects.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { makeVoucherCodeWorld } from "../../testing/worlds/make-voucher-code-world.ts";
import { voucherCodeWorlds } from "../../testing/worlds/voucher-code-worlds.ts";
import type { RedeemVoucherCodeInput } from "../redeem-voucher-code/redeem-voucher-code.rules.ts";
import { type NamedVoucherSeen, refuseVoucherByCode } from "./redeem-voucher.rules.ts";
import { operation } from "./redeem-voucher.sql.ts";
import { redeemVoucher } from "./redeem-voucher.ts";

// Tests calls of redeem-voucher with voucher codes, in the generated shops (worlds) of redeem-voucher-code.
// The shops' stored outcomes are of redeem-voucher-code, so calls of redeem-voucher do not find them.

async function read(t: OpenHarness, merchant: Merchant) {
  const shop = await readShop(t, merchant);
  const seeVoucher = await readVouchers(t, merchant);
  return (ctx: CoreContext, input: RedeemVoucherCodeInput): NamedVoucherSeen => ({
    ...seeRedemption(shop, operation, ctx, input),
    ...seeVoucher(({ codeKey }) => codeKey === codeKeyOf(input.voucherCode)),
    guesses: seeGuesses(shop, ctx),
  });
}

const compared: Compared<RedeemVoucherCodeInput, NamedVoucherSeen> = {
  read,
  refuse: refuseVoucherByCode,
  subjects: ({ voucher }) => [`voucher ${voucher?.id}`],
  verb: (ctx, { voucherCode, voucherTemplate: _, ...input }) =>
    redeemVoucher(ctx, { ...input, voucher: voucherCode }),
  said: ({ voucher }, { extraData }) => ({
    redemption: { kind: "voucher", name: String(voucher?.name), stampsUsed: 0, extraData },
    line: {
      voucherId: voucher?.id,
      value: voucher?.remainingValue,
      spendsVoucher: voucher?.remainingValue === null,
    },
  }),
};

const kinds = {
  all: [
    ...["again", "done", "forbidden", "invalid_voucher", "invalid_voucher, of nobody"],
    ...["refused", "too_many_attempts"],
  ],
};

testWorlds(voucherCodeWorlds, kinds, async (t, facts, met) => {
  const outcomes = await compareWithAlone(t, () => makeVoucherCodeWorld(t, facts), compared);
  for (const { isDone, isAble, refusal, seen } of outcomes) {
    if (isDone) met.add("done");
    if (isAble && !isDone) met.add("again");
    if (!refusal) continue;
    if (failureKinds[refusal.code] === "forbidden") met.add("forbidden");
    else if (refusal.code === "invalid_voucher")
      met.add(seen.voucher ? "invalid_voucher, of nobody" : "invalid_voucher");
    else met.add(refusal.code === "too_many_attempts" ? refusal.code : "refused");
  }
});
