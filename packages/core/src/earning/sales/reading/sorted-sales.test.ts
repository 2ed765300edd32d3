import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { PageInput, Sort } from "../../../foundation/paging.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { readPages } from "../../../testing/index.ts";
import { listSales } from "./sales.sql.ts";

const all = {
  ...{ from: null, to: null, storeId: null, status: null },
  ...{ invoiceNumber: null, customerId: null, who: null },
};

describe("sales", () => {
  const t = harnessOfFile();

  test("of the same time come once, by time and then id, in both orders", async () => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const ctx = t.as(merchant);
    // nine sales on three days: the three of a day share one time, and the last day has the lowest ids
    await t.db.execute(sql`insert into transactions (merchant_id, id, store_id, invoice_number,
        business_day, sold_at, total, status, spending, digest, created_by)
      select ${merchant.id}::bigint, n, ${store.id}::bigint, 'INV-' || n % 3, date '2026-05-04' - (n - 1) / 3,
        date '2026-05-04' - (n - 1) / 3, 1, 'Open', 1, 'd', 'token:1' from generate_series(1, 9) n`);
    const oldestFirst = [7, 8, 9, 4, 5, 6, 1, 2, 3];

    async function walk(invoiceNumber: string | null, sort: Sort, limit: number) {
      const list = (page: PageInput) => listSales(ctx, { ...all, invoiceNumber, sort, ...page });
      return (await readPages(list, limit)).flat().map(({ id }) => id);
    }
    for (const [invoice, expected] of [
      [null, oldestFirst],
      ["INV-1", [7, 4, 1]],
    ] as const)
      for (const limit of [1, 2, 3, 9, 20]) {
        expect(await walk(invoice, "oldest", limit)).toEqual(expected);
        expect(await walk(invoice, "newest", limit)).toEqual(expected.toReversed());
      }
  });
});
