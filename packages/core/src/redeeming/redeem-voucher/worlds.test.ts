import type { CoreContext, Merchant } from "../../context.ts";
import { failureKinds } from "../../failures.ts";
import { type Compared, compareWithAlone } from "../../testing/comparing/compare-with-alone.ts";
import { readShop, seeRedemption } from "../../testing/comparing/read-shop.ts";
import { readVouchers } from "../../testing/comparing/read-subjects.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { makeVoucherWorld } from "../../testing/worlds/make-voucher-world.ts";
import { voucherWorlds } from "../../testing/worlds/voucher-worlds.ts";
import {
  type NamedVoucherSeen,
  type RedeemVoucherInput,
  refuseVoucher,
} from "./redeem-voucher.rules.ts";
import { operation } from "./redeem-voucher.sql.ts";
import { redeemVoucher } from "./redeem-voucher.ts";

async function read(t: OpenHarness, merchant: Merchant) {
  const shop = await readShop(t, merchant);
  const seeVoucher = await readVouchers(t, merchant);
  return (ctx: CoreContext, input: RedeemVoucherInput): NamedVoucherSeen => ({
    ...seeRedemption(shop, operation, ctx, input),
    ...seeVoucher(({ id }) => id === input.voucher),
    guesses: null,
  });
}

const compared: Compared<RedeemVoucherInput, NamedVoucherSeen> = {
  read,
  refuse: refuseVoucher,
  subjects: (_, { voucher }) => [`voucher ${voucher}`],
  verb: redeemVoucher,
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
  all: ["again", "done", "forbidden", "kept", "refused"],
};

testWorlds(voucherWorlds, kinds, async (t, facts, met) => {
  const outcomes = await compareWithAlone(t, () => makeVoucherWorld(t, facts), compared);
  for (const { isDone, isAble, refusal, seen } of outcomes) {
    if (isDone) met.add("done");
    if (isAble && !isDone) met.add("again");
    if (seen.kept) met.add("kept");
    if (refusal) met.add(failureKinds[refusal.code] === "forbidden" ? "forbidden" : "refused");
  }
});
