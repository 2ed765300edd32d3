import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, ways } from "../../../testing/index.ts";
import { testOncePerInvoice } from "../../../testing/once-per-invoice.ts";
import { redeemManyRewards, redeemMultipleRewards } from "./redeem-multiple-rewards.ts";

const t = harnessOfFile();

testOncePerInvoice(() => t, {
  way: ways.redeemMultipleRewards,
  statement: redeemManyRewards.statement,
  keyless: redeemManyRewards.without({ derivedKey: true }),
  locks: "memberships",
});

test("other lines are another thing, the same lines in another order are not", async () => {
  const merchant = await t.given.merchant({ oneRedemptionPerInvoice: true });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 100 });
  const one = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const two = await t.given.reward(merchant, { stampsToRedeem: 2 });
  const { extraData: _, requestId, ...call } = plain;
  const input = { ...call, user: customer.email, store: store.id, invoiceNumber: "INV-1" };
  const line = ({ code }: { code: string }, qty = 1) => ({ code, qty, stamps: null, requestId });
  const left = [];
  for (const rewards of [
    [line(one), line(two)],
    [line(two), line(one)],
    [line(one), line(two, 2)],
    [line(one)],
  ])
    left.push(
      (await redeemMultipleRewards(t.as(merchant), { ...input, rewards })).membership.stamps,
    );
  expect(left).toEqual([97, 97, 92, 91]);
});
