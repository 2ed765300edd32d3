import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Caller, CoreContext } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { readPages } from "../../../testing/index.ts";
import { listSales, type SaleFilter } from "./sales.sql.ts";

const t = harnessOfFile({ isOwn: true });

const all: SaleFilter = {
  ...{ from: null, to: null, storeId: null, status: null },
  ...{ invoiceNumber: null, customerId: null, who: null },
};

/** Inserts sales 1 to 12: three a day, 1 to 4 May, alternately in two stores. Every fourth sale is Open. */
async function busyMerchant() {
  const merchant = await t.given.merchant();
  const one = await t.given.store(merchant);
  const two = await t.given.store(merchant);
  const member = await t.given.customer(merchant);
  await t.db.execute(sql`insert into transactions (merchant_id, id, store_id, customer_id,
      invoice_number, business_day, sold_at, total, status, spending, stamps_earned, digest, created_by)
    select ${merchant.id}::bigint, n, case n % 2 when 0 then ${two.id}::bigint else ${one.id}::bigint end,
      case when n % 4 <> 0 then ${member.id}::bigint end, 'INV-' || n % 6,
      date '2026-05-01' + (n * 7 % 12) / 3,
      timestamptz '2026-05-01T05:00:00Z' + (n * 7 % 12) / 3 * interval '1 day', 1, case n % 4 when 0 then 'Open' else 'Created' end,
      1, n, 'd', case n % 3 when 0 then 'staff:u1' else 'token:1' end from generate_series(1, 12) n`);
  return { merchant, one, two, member, ctx: t.as(merchant) };
}

/** Reads all pages. Returns their rows, the ids of the rows, and the size of each page. */
async function walk(ctx: CoreContext, filter: Partial<SaleFilter> = {}, limit = 50) {
  const pages = await readPages((page) => listSales(ctx, { ...all, ...filter, ...page }), limit);
  const rows = pages.flat();
  return { ids: rows.map(({ id }) => id), rows, sizes: pages.map((page) => page.length) };
}

test("pages go on by time and then id, without a gap or a repeat", async () => {
  const { ctx } = await busyMerchant();
  const { ids, rows } = await walk(ctx);
  const places = rows.map(({ soldAt, id }) => `${soldAt} ${String(id).padStart(4, "0")}`);
  expect(places).toHaveLength(12);
  expect(places).toEqual([...places].sort().reverse());
  expect(rows[0]?.businessDay).toBe("2026-05-04");
  for (const limit of [1, 2, 3, 5, 12]) {
    const paged = await walk(ctx, {}, limit);
    expect(paged.ids).toEqual(ids);
    expect(Math.max(...paged.sizes)).toBe(limit);
  }
});

test("an Open sale has no customer", async () => {
  const { ctx, member } = await busyMerchant();
  const { rows } = await walk(ctx);
  for (const { status, customer } of rows)
    expect(customer?.id ?? null).toBe(status === "Open" ? null : member.id);
});

test("D9: each filter keeps what it names, also page by page", async () => {
  const { ctx, one, member } = await busyMerchant();
  const { rows } = await walk(ctx);
  const filters: readonly [Partial<SaleFilter>, (row: (typeof rows)[number]) => boolean][] = [
    [{ storeId: one.id }, ({ store }) => store?.id === one.id],
    [{ status: "Open" }, ({ status }) => status === "Open"],
    [{ invoiceNumber: "INV-3" }, ({ invoiceNumber }) => invoiceNumber === "INV-3"],
    [{ customerId: member.id }, ({ customer }) => customer?.id === member.id],
    [{ who: "staff:u1" }, ({ id }) => id % 3 === 0],
    [{ isByStaff: true }, ({ id }) => id % 3 === 0],
    [{ leastStamps: 9 }, ({ stampsEarned }) => stampsEarned >= 9],
    [{ isByStaff: true, leastStamps: 6, invoiceNumber: "INV-3" }, ({ id }) => id === 9],
    [
      { invoiceNumber: "INV-3", customerId: member.id, who: "staff:u1" },
      ({ id }) => [3, 9].includes(id),
    ],
    [{ from: "2026-05-03" }, ({ businessDay }) => businessDay >= "2026-05-03"],
    [{ to: "2026-05-02" }, ({ businessDay }) => businessDay <= "2026-05-02"],
    [{ from: "2026-05-02", to: "2026-05-02" }, ({ businessDay }) => businessDay === "2026-05-02"],
    [
      { invoiceNumber: "INV-3", status: "Created", to: "2026-05-03" },
      (row) => row.invoiceNumber === "INV-3" && row.businessDay <= "2026-05-03",
    ],
  ];
  for (const [filter, isKept] of filters) {
    const kept = rows.filter(isKept).map(({ id }) => id);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(rows.length);
    for (const limit of [1, 50]) expect((await walk(ctx, filter, limit)).ids).toEqual(kept);
  }
});

test("staff see the sales of their stores only, and never another merchant's", async () => {
  const { merchant, two } = await busyMerchant();
  await busyMerchant();
  const role = "cashier";
  const caller: Caller = { kind: "staff", merchant, userId: "c", role, stores: [two.id] };
  const { rows } = await walk(t.as(merchant, { caller }));
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map(({ store }) => store?.id))).toEqual(new Set([two.id]));
});
