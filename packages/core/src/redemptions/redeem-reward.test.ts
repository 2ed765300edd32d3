import { schema } from "@stampbook/db";
import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHarness, type Harness, refusalOf } from "../testing/index.ts";
import { cancelRedemption, redeemReward, redeemVoucher } from "./index.ts";

let database: TestDatabase;
let h: Harness;
beforeAll(async () => {
  database = await createTestDatabase();
  h = createHarness(database.db);
});
afterAll(() => database.close());

const plain = {
  invoiceNumber: null,
  channel: null,
  extraData: null,
  requestId: null,
  qty: 1,
  stamps: null,
};

test("a fixed reward costs its stamps times qty", async () => {
  const m = await h.given.merchant();
  const s = await h.given.store(m);
  const c = await h.given.customer(m, {}, { stamps: 10 });
  const r = await h.given.reward(m, { stampsToRedeem: 3 });
  const done = await redeemReward(h.as(m), {
    ...plain,
    user: c.email,
    store: s.id,
    reward: r.id,
    qty: 2,
  });
  expect(done.redemption).toMatchObject({ name: r.name, stampsUsed: 6, status: "Created" });
  expect(done.membership.stamps).toBe(4);
  expect(done.voucher).toBeNull();
  expect(
    await refusalOf(
      redeemReward(h.as(m), { ...plain, user: c.email, store: s.code, reward: r.id, qty: 2 }),
    ),
  ).toMatchObject({ code: "insufficient_stamps", message: "Not enough stamps: has 4, needs 6" });
});

test("a reward that carries a voucher issues qty of them; cancel takes them back", async () => {
  const m = await h.given.merchant();
  const s = await h.given.store(m);
  const c = await h.given.customer(m, {}, { stamps: 10 });
  const t = await h.given.template(m, { value: "10.00", isDynamic: true });
  const r = await h.given.reward(m, { voucherTemplateId: t.id });
  const done = await redeemReward(h.as(m), {
    ...plain,
    user: c.memberId,
    store: s.id,
    reward: r.id,
    qty: 2,
  });
  expect(done.voucher).toMatchObject({ name: t.name, value: "10.00", remainingValue: "10.00" });
  const rows = await database.db
    .select()
    .from(schema.vouchers)
    .where(and(eq(schema.vouchers.merchantId, m.id), eq(schema.vouchers.customerId, c.id)));
  expect(rows).toHaveLength(2);
  const canceled = await cancelRedemption(h.as(m), {
    redemptionId: done.redemption.id,
    createReplacementVoucher: true,
  });
  expect(canceled).toMatchObject({
    redemption: { status: "Canceled" },
    membership: { stamps: 10 },
    replacement: null,
  });
  const again = await cancelRedemption(h.as(m), {
    redemptionId: done.redemption.id,
    createReplacementVoucher: true,
  });
  expect(again).toEqual(canceled);
  expect(
    await refusalOf(
      redeemVoucher(h.as(m), { ...plain, user: c.email, store: s.id, voucher: rows[0]?.id ?? 0 }),
    ),
  ).toMatchObject({ code: "voucher_not_available" });
});

test("a voucher once; replaced on cancel; keyed replay", async () => {
  const m = await h.given.merchant();
  const s = await h.given.store(m);
  const c = await h.given.customer(m);
  const t = await h.given.template(m);
  const v = await h.given.voucher(m, {
    voucherTemplateId: t.id,
    customerId: c.id,
    endDate: "2030-01-01",
  });
  let replays = 0;
  const idempotency = {
    key: "k",
    fingerprint: "f",
    onReplay: () => {
      replays++;
    },
  };
  const input = { ...plain, user: c.email, store: s.id, voucher: v.id, extraData: { b: 1, a: 2 } };
  const done = await redeemVoucher(h.as(m, { idempotency }), input);
  const again = await redeemVoucher(h.as(m, { idempotency }), input);
  expect(again).toEqual(done);
  expect(replays).toBe(1);
  expect(
    await refusalOf(
      redeemVoucher(h.as(m, { idempotency: { ...idempotency, fingerprint: "g" } }), input),
    ),
  ).toMatchObject({ code: "idempotency_key_reused" });
  expect(await refusalOf(redeemVoucher(h.as(m), input))).toMatchObject({
    code: "voucher_already_redeemed",
  });
  const canceled = await cancelRedemption(h.as(m), {
    redemptionId: done.redemption.id,
    createReplacementVoucher: true,
  });
  expect(canceled.replacement).toMatchObject({ name: t.name, endDate: "2030-01-01" });
  expect(
    (await redeemVoucher(h.as(m), { ...input, voucher: canceled.replacement?.id ?? 0 })).redemption
      .status,
  ).toBe("Created");
});

test("100 at once on one voucher: one wins", async () => {
  const m = await h.given.merchant();
  const s = await h.given.store(m);
  const c = await h.given.customer(m, {}, { stamps: 10 });
  const t = await h.given.template(m);
  const v = await h.given.voucher(m, { voucherTemplateId: t.id, customerId: c.id });
  const all = await Promise.allSettled(
    Array.from({ length: 100 }, () =>
      redeemVoucher(h.as(m), { ...plain, user: c.email, store: s.id, voucher: v.id }),
    ),
  );
  expect(all.filter((a) => a.status === "fulfilled")).toHaveLength(1);
  const r = await h.given.reward(m, { stampsToRedeem: 3 });
  const rs = await Promise.allSettled(
    Array.from({ length: 100 }, () =>
      redeemReward(h.as(m, { idempotency: { key: "a", fingerprint: "x", onReplay: () => {} } }), {
        ...plain,
        user: c.email,
        store: s.id,
        reward: r.id,
      }),
    ),
  );
  expect(rs.filter((a) => a.status === "fulfilled")).toHaveLength(100);
  const rs2 = await Promise.allSettled(
    Array.from({ length: 100 }, () =>
      redeemReward(h.as(m), { ...plain, user: c.email, store: s.id, reward: r.id }),
    ),
  );
  expect(rs2.filter((a) => a.status === "fulfilled")).toHaveLength(2);
});
