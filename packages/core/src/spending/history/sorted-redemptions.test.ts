import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { PageInput, Sort } from "../../foundation/paging.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, readPages } from "../../testing/index.ts";
import { redeemReward } from "../redeeming/index.ts";
import { listRedemptions } from "./redemptions.sql.ts";

const all = {
  ...{ from: null, to: null, storeId: null, customerId: null, kind: null, status: null },
  ...{ who: null, invoiceNumber: null, rewardId: null, templateId: null },
};

describe("redemptions", () => {
  const t = harnessOfFile();

  test("of the same moment come once, by time and then id, in both orders", async () => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant, {}, { stamps: 100 });
    const reward = await t.given.reward(merchant, { stampsToRedeem: 1 });
    const ctx = t.as(merchant);
    const ids: number[] = [];
    for (let n = 0; n < 7; n++) {
      const input = { ...plain, user: customer.email, store: store.id, reward: reward.id };
      const { redemption } = await redeemReward(ctx, {
        ...input,
        invoiceNumber: "INV-1",
        qty: 1,
        stamps: null,
      });
      ids.push(redemption.id);
    }
    const [first = 0, second = 0, third = 0, ...others] = ids;
    // the first is the newest, the second and third share a time, and the others share an older time
    await t.db.execute(sql`update redemptions set created_at = case
        when id in (${second}, ${third}) then timestamptz '2026-05-02 10:00:00+00'
        when id = ${first} then timestamptz '2026-05-03 10:00:00+00'
        else timestamptz '2026-05-01 10:00:00+00' end
      where merchant_id = ${merchant.id}`);
    const oldestFirst = [...others, second, third, first];

    async function walk(filter: Partial<typeof all>, sort: Sort, limit: number) {
      const list = (page: PageInput) => listRedemptions(ctx, { ...all, ...filter, sort, ...page });
      return (await readPages(list, limit)).flat().map(({ id }) => id);
    }
    const paths = [{}, { customerId: customer.id }, { invoiceNumber: "INV-1" }] as object[];
    for (const path of paths)
      for (const limit of [1, 2, 3, 7, 20]) {
        expect(await walk(path, "oldest", limit)).toEqual(oldestFirst);
        expect(await walk(path, "newest", limit)).toEqual(oldestFirst.toReversed());
      }
  });
});
