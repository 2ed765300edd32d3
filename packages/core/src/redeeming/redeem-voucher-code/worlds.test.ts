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
import {
  type RedeemVoucherCodeInput,
  refuseVoucherCode,
  type VoucherCodeSeen,
} from "./redeem-voucher-code.rules.ts";
import { operation } from "./redeem-voucher-code.sql.ts";
import { redeemVoucherCode } from "./redeem-voucher-code.ts";

async function read(t: OpenHarness, merchant: Merchant) {
  const shop = await readShop(t, merchant);
  const seeVoucher = await readVouchers(t, merchant);
  return (ctx: CoreContext, input: RedeemVoucherCodeInput): VoucherCodeSeen => ({
    ...seeRedemption(shop, operation, ctx, input),
    ...seeVoucher(({ codeKey }) => codeKey === codeKeyOf(input.voucherCode)),
    guesses: seeGuesses(shop, ctx),
  });
}

const compared: Compared<RedeemVoucherCodeInput, VoucherCodeSeen> = {
  read,
  refuse: refuseVoucherCode,
  subjects: ({ voucher }) => [`voucher ${voucher?.id}`],
  verb: redeemVoucherCode,
  said: ({ voucher }, { extraData }) => ({
    redemption: { kind: "voucher_code", name: String(voucher?.name), stampsUsed: 0, extraData },
    line: {
      voucherId: voucher?.id,
      value: voucher?.remainingValue,
      spendsVoucher: voucher?.remainingValue === null,
    },
  }),
};

const kinds = {
  all: [
    ...["again", "done, held", "done, of nobody", "forbidden", "invalid_voucher"],
    ...["kept", "refused", "too_many_attempts"],
  ],
};

testWorlds(voucherCodeWorlds, kinds, async (t, facts, met) => {
  const outcomes = await compareWithAlone(t, () => makeVoucherCodeWorld(t, facts), compared);
  for (const { isDone, isAble, refusal, seen } of outcomes) {
    if (isDone) met.add(seen.held?.customerId === null ? "done, of nobody" : "done, held");
    if (isAble && !isDone) met.add("again");
    if (seen.kept) met.add("kept");
    if (!refusal) continue;
    if (failureKinds[refusal.code] === "forbidden") met.add("forbidden");
    else if (/^(too_many_attempts|invalid_voucher)$/.test(refusal.code)) met.add(refusal.code);
    else met.add("refused");
  }
});
