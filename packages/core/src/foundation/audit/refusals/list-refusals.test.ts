import { expect, test } from "vitest";
import { redeemReward } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { listRefusals, recordRefusal } from "../index.ts";

const t = harnessOfFile();

const all = {
  ...{ from: null, to: null, storeId: null, customerId: null, operation: null, code: null },
  ...{ caller: null, after: null, limit: 20, sort: "oldest" as const },
};

test("a refusal names its subject, if the merchant has it", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const store = await t.given.store(merchant);
  const reward = await t.given.reward(merchant);
  const promoCode = await t.given.promoCode(merchant);
  const template = await t.given.template(merchant);
  const voucher = await t.given.voucher(merchant, { voucherTemplateId: template.id });
  const foreign = await t.given.reward(await t.given.merchant());
  const named = [
    [`store ${store.id}`, store.name],
    [`reward ${reward.id}`, reward.name],
    [`promo code ${promoCode.id}`, promoCode.name],
    [`voucher template ${template.id}`, template.name],
    [`voucher ${voucher.id}`, template.name],
    [`reward ${foreign.id}`, null],
    [`reward "${reward.id}"`, null],
    ["a voucher code", null],
  ] as const;
  for (const [subject] of named)
    await recordRefusal(
      ctx,
      { operation: "redemptions.redeemReward", subject, storeId: null, customerId: null },
      { code: "invalid_reward", message: "Reward not found" },
    );
  const { items } = await listRefusals(ctx, all);
  expect(items.map(({ subject, subjectName }) => [subject, subjectName])).toEqual(named);
});

test("a reward that is named by its code is recorded by its id, and an unknown code in quotes", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const reward = await t.given.reward(merchant, { code: "77", name: "Coffee" });
  const call = { ...plain, user: customer.email, store: store.id, qty: 1, stamps: null };
  for (const code of ["77", "78"]) await refusalOf(redeemReward(ctx, { ...call, reward: code }));
  const { items } = await listRefusals(ctx, all);
  expect(items.map(({ code, subject, subjectName }) => [code, subject, subjectName])).toEqual([
    ["insufficient_stamps", `reward ${reward.id}`, "Coffee"],
    ["invalid_reward", 'reward "78"', null],
  ]);
});
