import type { CoreContext, Merchant } from "../../context.ts";
import { failureKinds } from "../../failures.ts";
import {
  type Compared,
  compareWithAlone,
  type Outcome,
} from "../../testing/comparing/compare-with-alone.ts";
import { readShop, seeRedemption } from "../../testing/comparing/read-shop.ts";
import { readVouchers } from "../../testing/comparing/read-subjects.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { makeVoucherWorld } from "../../testing/worlds/make-voucher-world.ts";
import { type ValueWorldFacts, valueWorlds } from "../../testing/worlds/voucher-worlds.ts";
import type { VoucherSeen } from "../voucher-redemption.rules.ts";
import { type DeductValueInput, refuseDeduction } from "./deduct-value.rules.ts";
import { operation } from "./deduct-value.sql.ts";
import { deductValue } from "./deduct-value.ts";

async function makeWorld(t: OpenHarness, { world, values }: ValueWorldFacts) {
  const { merchant, calls } = await makeVoucherWorld(t, world, (ctx, input) =>
    deductValue(ctx, { ...input, value: "10.00" }),
  );
  return {
    merchant,
    calls: calls.map(({ ctx, input }, index) => ({
      ctx,
      input: { ...input, value: values[index] ?? "0.01" },
    })),
  };
}

async function read(t: OpenHarness, merchant: Merchant) {
  const shop = await readShop(t, merchant);
  const seeVoucher = await readVouchers(t, merchant);
  return (ctx: CoreContext, input: DeductValueInput): VoucherSeen => ({
    ...seeRedemption(shop, operation, ctx, input),
    ...seeVoucher(({ id }) => id === input.voucher),
  });
}

const compared: Compared<DeductValueInput, VoucherSeen> = {
  read,
  refuse: refuseDeduction,
  subjects: (_, { voucher }) => [`voucher ${voucher}`],
  verb: deductValue,
  said: ({ voucher }, { value, extraData }) => ({
    redemption: { kind: "voucher_value", name: String(voucher?.name), stampsUsed: 0, extraData },
    line: { voucherId: voucher?.id, value, spendsVoucher: false },
  }),
};

/** Returns the kind of case to which a call belongs. */
function kindOf({
  isDone,
  isAble,
  refusal,
  seen,
  input,
}: Outcome<DeductValueInput, VoucherSeen>): string {
  if (seen.kept) return "kept";
  if (
    refusal?.code === "insufficient_voucher_value" ||
    refusal?.code === "voucher_value_not_dynamic"
  )
    return refusal.code;
  if (refusal) return failureKinds[refusal.code] === "forbidden" ? "forbidden" : "refused";
  if (isAble && !isDone) return "again";
  return seen.voucher?.remainingValue === input.value ? "all of it" : "part of it";
}

const kinds = {
  all: [
    ...["again", "all of it", "forbidden", "insufficient_voucher_value", "kept", "part of it"],
    ...["refused", "voucher_value_not_dynamic"],
  ],
};

testWorlds(valueWorlds, kinds, async (t, facts, met) => {
  for (const outcome of await compareWithAlone(t, () => makeWorld(t, facts), compared))
    met.add(kindOf(outcome));
});
