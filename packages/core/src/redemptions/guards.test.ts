import { openClient, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Merchant } from "../context.ts";
import { deductValue, redeemReward, redeemVoucher } from "../redeeming/index.ts";
import {
  interrupted,
  type OpenHarness,
  openHarness,
  plain,
  refusalOf,
  untilWaiting,
  ways,
} from "../testing/index.ts";
import { cancelRedemption } from "./index.ts";

// Something happens after a cancel has looked and before it writes: the guards decide, not what was
// read, and the rules explain.

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

describe("a cancel, meanwhile", () => {
  test("it is canceled with a replacement: there is one, and the answer is alike", async () => {
    const { merchant, redeem } = await ways.redeemVoucher.prepare(t);
    const { redemption } = await redeem(t.as(merchant));
    const input = { redemptionId: redemption.id, createReplacementVoucher: true };
    const before = await t.rows(merchant);
    const ctx = interrupted(t.as(merchant), () => cancelRedemption(t.as(merchant), input));
    expect((await cancelRedemption(ctx, input)).redemption.status).toBe("Canceled");
    expect((await t.written(merchant, before)).vouchers).toHaveLength(1);
  });

  /** Holds a row, so that a cancel waits in the middle of its one statement. */
  async function whileItWaits<T>(
    table: "redemptions" | "promo_codes",
    of: Merchant,
    meanwhile: (holder: ReturnType<typeof openClient>) => Promise<unknown>,
    cancel: () => Promise<T>,
  ): Promise<T> {
    const sql = openClient(t.open.url, 2);
    try {
      const holder = await sql.reserve();
      await holder`begin`;
      await holder`select 1 from ${sql(table)} where merchant_id = ${of.id} for update`;
      const canceling = cancel();
      await untilWaiting(sql);
      await meanwhile(holder);
      await holder`commit`;
      holder.release();
      return await canceling;
    } finally {
      await sql.end();
    }
  }

  test("a promo code is used: both take the code's row first, and the customer's after it", async () => {
    const { merchant, redeem } = await ways.redeemPromoCode.prepare(t);
    const { redemption } = await redeem(t.as(merchant));
    const input = { redemptionId: redemption.id, createReplacementVoucher: false };
    const done = await whileItWaits(
      "promo_codes",
      merchant,
      // fails at once where the cancel that waits for the code's row has the customer's already
      (holder) => holder`select 1 from promo_code_uses where merchant_id = ${merchant.id}
        for update nowait`,
      () => cancelRedemption(t.as(merchant), input),
    );
    expect(done.redemption.status).toBe("Canceled");
  });

  test.each(["whole", "in part"])("a voucher that it issued is spent %s", async (how) => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant, {}, { stamps: 5 });
    const template = await t.given.template(merchant, { isDynamic: true, value: "10.00" });
    const reward = await t.given.reward(merchant, { voucherTemplateId: template.id });
    const input = { ...plain, user: customer.email, store: store.id };
    const ctx = t.as(merchant);
    const { redemption, voucher } = await redeemReward(ctx, {
      ...input,
      reward: reward.id,
      qty: 2,
      stamps: null,
    });
    const target = { ...input, voucher: voucher?.id ?? 0 };
    const before = await t.rows(merchant);
    const refusal = await whileItWaits(
      "redemptions",
      merchant,
      () =>
        how === "whole"
          ? redeemVoucher(ctx, target)
          : deductValue(ctx, { ...target, value: "0.01" }),
      () =>
        refusalOf(
          cancelRedemption(ctx, { redemptionId: redemption.id, createReplacementVoucher: false }),
        ),
    );
    expect(refusal).toMatchObject({ code: "voucher_already_redeemed" });
    const { memberships: changed, vouchers: touched } = await t.written(merchant, before);
    expect(changed).toBeUndefined();
    expect(touched).toHaveLength(1);
  });
});
