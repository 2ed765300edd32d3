import { schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { adjustStamps } from "../../../earning/awards/index.ts";
import { listStampChanges } from "../../../holding/stamps/index.ts";
import { listVouchers } from "../../../spending/history/index.ts";
import { redeemVoucher } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, readPages } from "../../../testing/index.ts";
import { getCustomer, listLevelChanges } from "../index.ts";

// Tests what the page of a customer shows.

const t = harnessOfFile();

test("counts as open the vouchers that their list shows as open", async () => {
  const merchant = await t.given.merchant({ timezone: "Asia/Jakarta" });
  const store = await t.given.store(merchant, { timezone: "Asia/Jakarta" });
  const customer = await t.given.customer(merchant);
  const template = await t.given.template(merchant);
  const give = (row: Partial<typeof schema.vouchers.$inferInsert>) =>
    t.given.voucher(merchant, { voucherTemplateId: template.id, customerId: customer.id, ...row });
  // the 11th in Jakarta
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo("2026-11-10T20:00:00Z") });
  const open = await give({ startDate: "2026-11-11", endDate: "2026-11-11" });
  await give({ endDate: "2026-11-10" });
  await give({ startDate: "2026-11-12" });
  await give({ isActive: false });
  const { id: voucher } = await give({});
  await redeemVoucher(ctx, { ...plain, user: customer.email, store: store.id, voucher });
  expect((await getCustomer(ctx, customer.id)).openVouchers).toBe(1);
  const listed = await listVouchers(ctx, {
    ...{ customerId: customer.id, templateId: null, state: "open", code: null, endsBy: null },
    ...{ after: null, limit: 9 },
  });
  expect(listed.items.map(({ id }) => id)).toEqual([open.id]);
});

test("shows the balance after each change in the order in which the changes were made", async () => {
  const merchant = await t.given.merchant();
  const { id: customerId } = await t.given.customer(merchant, {}, { stamps: 5 });
  const ctx = t.as(merchant);
  await adjustStamps(ctx, { customerId, delta: 10, reason: "first" });
  await adjustStamps(ctx, { customerId, delta: -12, reason: "second" });
  // the second change was sent first, and waited for the first
  await t.db.execute(sql`update stamp_entries
    set created_at = timestamptz '2026-11-01 10:00:00+00' + case number
      when 2 then interval '2 s' when 3 then interval '1 s' else interval '0' end
    where merchant_id = ${merchant.id}`);
  const { items } = await listStampChanges(ctx, { customerId, after: null, limit: 9 });
  expect(items.map(({ delta, balance }) => [delta, balance])).toEqual([
    [10, 15],
    [-12, 3],
    [5, 5],
  ]);
});

test("shows the changes of the level by time, though another process gave a later one a lower id", async () => {
  const merchant = await t.given.merchant();
  const { id: customerId } = await t.given.customer(merchant);
  await t.db.insert(schema.levels).values({ merchantId: merchant.id, level: 200, name: "Gold" });
  const change = { merchantId: merchant.id, customerId, cause: "hand", createdBy: "token:1" };
  const [late, lower, higher] = [61, 62, 63] as const;
  const early = { ...change, createdAt: "2026-11-01T10:00:00Z" };
  await t.db.insert(schema.levelChanges).values([
    { ...early, id: lower, levelBefore: 100, levelAfter: 200 },
    { ...early, id: higher, levelBefore: 200, levelAfter: 100 },
    { ...change, createdAt: "2026-11-02T10:00:00Z", id: late, levelBefore: 100, levelAfter: 100 },
  ]);
  for (const limit of [1, 2, 9]) {
    const pages = await readPages(
      (page) => listLevelChanges(t.as(merchant), { customerId, ...page }),
      limit,
    );
    expect(pages.flat().map(({ id }) => id)).toEqual([late, higher, lower]);
  }
});
