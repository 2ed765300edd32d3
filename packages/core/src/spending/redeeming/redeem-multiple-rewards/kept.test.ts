import { schema } from "@stampbook/db";
import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, refusalOf } from "../../../testing/index.ts";
import { redeemManyRewards, redeemMultipleRewards } from "./redeem-multiple-rewards.ts";

const t = harnessOfFile();

/** Makes a call whose key has an outcome that version 1.0 stored, with all fields of that version. */
async function settingWithOutcome() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const { email: user } = await t.given.customer(merchant, {}, { stamps: 10 });
  const { code } = await t.given.reward(merchant, { stampsToRedeem: 2 });
  const rewards = [{ code, qty: 2, stamps: null, requestId: null }];
  const redeem = (ctx: ReturnType<OpenHarness["keyed"]>) =>
    redeemMultipleRewards(ctx, {
      ...{ user, store: store.id, rewards },
      ...{ invoiceNumber: null, channel: null },
    });
  const first = await redeem(t.keyed(merchant, "new"));
  const { customer, membership } = first;
  const lines = first.lines.map((line) => ({ ...line, stampsUsed: 4 }));
  const saving = {
    ...{ redemptionId: 77, customerId: customer.id, storeId: store.id, name: "Coffee, Tea" },
    ...{ cost: 4, channel: null, invoiceNumber: null, authorizationIds: [], actor: "token:1" },
    lines: [{ line: 1, rewardId: 2, name: "Coffee", qty: 2, stampsUsed: 4, requestId: null }],
    vouchers: [],
  };
  const frame = { customer, membership: { ...membership, stamps: 10 }, lines, saving };
  const operation = redeemManyRewards.name;
  const keyed = { merchantId: merchant.id, operation, key: "k" };
  await t.db.insert(schema.idempotencyKeys).values({ ...keyed, fingerprint: "f" });
  await t.db
    .insert(schema.idempotencyOutcomes)
    .values({ ...keyed, outcome: { frame, changed: { stamps: 6 } } });
  return { merchant, redeem, customer, membership, lines };
}

test("an outcome that an earlier version kept is repeated", async () => {
  const { merchant, redeem, customer, membership, lines } = await settingWithOutcome();
  const before = await t.rows(merchant);
  const ctx = t.keyed(merchant, "k");
  expect(await redeem(ctx)).toEqual({
    redemption: { id: 77, name: "Coffee, Tea", stampsUsed: 4, status: "Created", extraData: null },
    customer,
    membership: { ...membership, stamps: 6 },
    lines,
  });
  expect(ctx.replays()).toBe(1);
  expect(await t.written(merchant, before)).toEqual({});
});

test("another request with its key is refused", async () => {
  const { merchant, redeem } = await settingWithOutcome();
  const refusal = await refusalOf(redeem(t.keyed(merchant, "k", "other")));
  expect(refusal.code).toBe("idempotency_key_reused");
});
