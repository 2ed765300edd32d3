import { expect, test } from "vitest";
import { redeemReward } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { aSale, plain } from "../../../testing/index.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { findSale } from "../reading/find-sale.ts";
import { cancelSaleWithRedemptions } from "./cancel-sale-with-redemptions.ts";

const t = harnessOfFile();

test("a cancel with a key, sent again after the sale was recorded again, cancels nothing more", async () => {
  const merchant = await t.given.merchant();
  const { id: store } = await t.given.store(merchant);
  const { email: user } = await t.given.customer(merchant, {}, { stamps: 10 });
  const { id: reward } = await t.given.reward(merchant, { stampsToRedeem: 2 });
  const ctx = t.as(merchant);
  const invoiceNumber = "INV-1";
  const sell = async () => {
    const input = { ...plain, user, store, reward, qty: 1, stamps: null, invoiceNumber };
    const { redemption } = await redeemReward(ctx, input);
    const content = { ...aSale({ total: "30.00" }), store, user, channel: null, invoiceNumber };
    const { sale } = await addSale(ctx, { ...content, replaceCanceled: true });
    return { sale: sale.id, redemption: redemption.id };
  };
  const cancel = async () => {
    const named = { invoiceNumber, store, businessDay: null };
    return cancelSaleWithRedemptions(t.keyed(merchant, "k", "f"), await findSale(ctx, named));
  };
  const first = await sell();
  const canceled = await cancel();
  const second = await sell();
  expect(await cancel()).toEqual(canceled);
  const rows = await t.rows(merchant);
  const statusOf = (table: "redemptions" | "transactions", id: number) =>
    rows.get(table)?.get(String(id))?.status;
  expect([first, second].map(({ redemption }) => statusOf("redemptions", redemption))).toEqual([
    ...["Canceled", "Created"],
  ]);
  expect([first, second].map(({ sale }) => statusOf("transactions", sale))).toEqual([
    ...["Canceled", "Created"],
  ]);
});
