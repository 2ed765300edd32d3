import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CoreContext } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { codeOf, plain, type Ready, untilWaiting, ways } from "../../testing/index.ts";
import { redeemReward } from "./redeem-reward/redeem-reward.ts";
import { redeemVoucher } from "./redeem-voucher/redeem-voucher.ts";

// Another transaction changes a row that the statement waits to lock. The outcome must fit the changed row.

const t = harnessOfFile();

describe("while the statement waits for the row", () => {
  const { vouchers, memberships } = schema;

  /** Locks the rows and starts `call`, which waits for the locks. Then changes the rows and commits. */
  async function whileItWaits<T>(
    table: "vouchers" | "memberships",
    { merchant }: Ready,
    changes: readonly string[],
    call: () => Promise<T>,
  ): Promise<T> {
    const sql = openClient(t.open.url, 2);
    try {
      const holder = await sql.reserve();
      await holder`begin`;
      await holder`select 1 from ${sql(table)} where merchant_id = ${merchant.id} for update`;
      const called = call();
      called.catch(() => {});
      await untilWaiting(sql);
      for (const change of changes)
        await holder.unsafe(`update ${change} where merchant_id = ${merchant.id}`);
      await holder`commit`;
      holder.release();
      return await called;
    } finally {
      await sql.end();
    }
  }

  const call = (of: Ready, ctx: CoreContext) => of.redeem(ctx).catch(codeOf);

  type Case = [way: keyof typeof ways, changes: string[], code: string];
  test.each<Case>([
    ["redeemVoucher", ["vouchers set redeemed_at = now()"], "voucher_already_redeemed"],
    ["redeemVoucher", ["vouchers set is_active = false"], "voucher_not_available"],
    ["redeemVoucher", ["vouchers set customer_id = null"], "invalid_voucher_owner"],
    [
      "redeemReward",
      ["memberships set stamps = 2", "stamp_entries set delta = 2"],
      "insufficient_stamps",
    ],
    ["redeemReward", ["memberships set is_blocked = true"], "membership_blocked"],
    ["redeemReward", ["memberships set status = 300"], "membership_blocked"],
  ])("%s refuses: %j", async (way, changes, code) => {
    const table = way === "redeemReward" ? "memberships" : "vouchers";
    for (const key of [null, "k"]) {
      const ready = await ways[way].prepare(t);
      const ctx = key ? t.keyed(ready.merchant, key) : t.as(ready.merchant);
      expect(await whileItWaits(table, ready, changes, () => call(ready, ctx))).toBe(code);
      const rows = await t.rows(ready.merchant);
      expect(rows.get("refusals")?.size).toBe(1);
      for (const none of ["redemptions", "redemptionLines", "idempotencyKeys"] as const)
        expect(rows.get(none)?.size ?? 0).toBe(0);
      // makes the voucher unspent again: the audit reports a spent voucher without a redemption
      await t.db
        .update(vouchers)
        .set({ redeemedAt: null })
        .where(eq(vouchers.merchantId, ready.merchant.id));
    }
  });

  test("a part of a value comes back: whole is all of it", async () => {
    const ready = await ways.deductValue.prepare(t);
    const [row] = await t.db
      .select({ id: vouchers.id })
      .from(vouchers)
      .where(eq(vouchers.merchantId, ready.merchant.id));
    const input = {
      ...plain,
      user: ready.customer.email,
      store: ready.store.id,
      voucher: Number(row?.id),
    };
    await ready.redeem(t.as(ready.merchant));
    const back = [
      "vouchers set remaining_value = 10.00",
      "voucher_value_entries set delta = delta + case when delta > 0 then 6.50 else 0 end",
    ];
    const told = await whileItWaits("vouchers", ready, back, () =>
      redeemVoucher(t.as(ready.merchant), input),
    );
    const lines = (await t.rows(ready.merchant)).get("redemptionLines");
    expect(lines?.get(`${told.redemption.id} 1`)?.value).toBe("10.00");
  });

  test("stamps come in: they are not lost", async () => {
    const ready = await ways.redeemReward.prepare(t);
    const more = ["memberships set stamps = 9", "stamp_entries set delta = 9"];
    const told = await whileItWaits("memberships", ready, more, () =>
      ready.redeem(t.as(ready.merchant)),
    );
    expect(told.membership.stamps).toBe(6);
    const [row] = await t.db
      .select({ stamps: memberships.stamps })
      .from(memberships)
      .where(eq(memberships.merchantId, ready.merchant.id));
    expect(row?.stamps).toBe(6);
  });
});

describe("a call with a key", () => {
  const names = ["redeemVoucher", "redeemReward"] as const;

  test.each(names)("%s is answered again", async (way) => {
    const ready = await ways[way].prepare(t);
    const first = await ready.redeem(t.keyed(ready.merchant, "k"));
    const again = t.keyed(ready.merchant, "k");
    expect(JSON.stringify(await ready.redeem(again))).toBe(JSON.stringify(first));
    expect(again.replays()).toBe(1);
  });

  test("it takes what it costs once, where there is enough for two", async () => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant, {}, { stamps: 10 });
    const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
    const call = { ...plain, user: customer.email, store: store.id };
    const one = () =>
      redeemReward(t.keyed(merchant, "k"), { ...call, reward: reward.id, qty: 1, stamps: null });
    const first = await one();
    for (const again of await Promise.all(Array.from({ length: 8 }, one)))
      expect(again).toEqual(first);
    const rows = await t.rows(merchant);
    expect(rows.get("redemptions")?.size).toBe(1);
  });

  test.each(names)("%s leaves no key where it was refused", async (way) => {
    const ready = await ways[way].prepare(t);
    await t.given.block(ready.merchant, ready.customer);
    const before = await t.rows(ready.merchant);
    expect(await ready.redeem(t.keyed(ready.merchant, "k")).catch(codeOf)).toBe(
      "membership_blocked",
    );
    expect(Object.keys(await t.written(ready.merchant, before))).toEqual(["refusals"]);
  });
});
