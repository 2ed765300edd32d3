import { schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listSales } from "../../earning/sales/index.ts";
import { listRedemptions, listReplacements } from "../../spending/history/index.ts";
import { redeemReward } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, readPages } from "../../testing/index.ts";
import type { CoreContext } from "../context.ts";
import type { Page, SortedPageInput } from "../paging.ts";
import { listSecurityEvents } from "../security-events/index.ts";
import { listAuditEntries, listRefusals } from "./index.ts";

type List = (
  ctx: CoreContext,
  page: SortedPageInput,
  customerId: number,
) => Promise<Page<{ readonly id: number }>>;

const days = { from: null, to: null };
const everything = { ...days, storeId: null, customerId: null, status: null, who: null };
const redemptions = { ...everything, kind: null, rewardId: null, templateId: null };
/** The invoice number of every redemption and sale. Such a list has statements of its own. */
const invoiceNumber = "INV-1";
const lists: Record<string, List> = {
  "audit entries": (ctx, page) =>
    listAuditEntries(ctx, {
      ...{ ...days, action: null, actor: null, subject: null, text: null },
      ...page,
    }),
  "refused calls": (ctx, page) =>
    listRefusals(ctx, {
      ...{ ...days, storeId: null, customerId: null, operation: null, code: null, caller: null },
      ...page,
    }),
  "security events": (ctx, page) =>
    listSecurityEvents(ctx, { ...days, what: null, result: null, actor: null, ...page }),
  "replacements of canceled redemptions": (ctx, page) =>
    listReplacements(ctx, { isOpen: true, who: null, ...page }),
  redemptions: (ctx, page) =>
    listRedemptions(ctx, { ...redemptions, invoiceNumber: null, ...page }),
  "redemptions of a customer": (ctx, page, customerId) =>
    listRedemptions(ctx, { ...redemptions, invoiceNumber: null, customerId, ...page }),
  "redemptions of an invoice": (ctx, page) =>
    listRedemptions(ctx, { ...redemptions, invoiceNumber, ...page }),
  sales: (ctx, page) => listSales(ctx, { ...everything, invoiceNumber: null, ...page }),
  "sales of an invoice number": (ctx, page) =>
    listSales(ctx, { ...everything, invoiceNumber, ...page }),
};

const t = harnessOfFile();

/**
 * Makes a merchant with nine rows in each list, three at each of three moments. Lower ids are at later
 * moments.
 */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 9 });
  const reward = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const ctx = t.as(merchant);
  const redeemed = { ...plain, user: customer.email, store: store.id, reward: reward.id };
  for (let count = 0; count < 9; count++)
    await redeemReward(ctx, { ...redeemed, invoiceNumber, qty: 1, stamps: null });
  const rows = sql`select ${merchant.id}::bigint, id,
      timestamptz '2026-05-04 10:00:00+00' - (row_number() over (order by id) - 1) / 3 * interval '1 day'
    from redemptions where merchant_id = ${merchant.id}::bigint`;
  const insert = (table: string, columns: string, values: string) =>
    t.db.execute(sql`insert into ${sql.raw(table)} (merchant_id, id, created_at, ${sql.raw(columns)})
      select listed.*, ${sql.raw(values)} from (${rows}) as listed`);
  await insert("audit_entries", "action, actor, subject", "'pin.unblock', 'token:1', 'customer 1'");
  await insert("refusals", "operation, code, message, caller", "'o', 'c', 'm', 'token:1'");
  await insert("security_events", "what, result", "'sign-in', 'done'");
  await t.db.execute(sql`insert into replacement_reviews (merchant_id, redemption_id, canceled_at)
    ${rows}`);
  // an invoice number is used once a day
  await t.db.execute(sql`insert into transactions (merchant_id, id, sold_at, store_id, invoice_number,
      business_day, total, status, spending, digest, created_by)
    select listed.*, ${store.id}::bigint, ${invoiceNumber}, date '2026-05-04' - listed.id::int, 1, 'Open', 1, 'd',
      'token:1' from (${rows}) as listed (merchant_id, id, sold_at)`);
  await t.db.execute(sql`update redemptions r set created_at = listed.at
    from (${rows}) as listed (merchant_id, id, at) where (r.merchant_id, r.id) = (listed.merchant_id, listed.id)`);
  const { refusals: r } = schema;
  const rowsByTime = t.db.select({ id: r.id }).from(r).where(eq(r.merchantId, merchant.id));
  const oldestFirst = (await rowsByTime.orderBy(r.createdAt, r.id)).map(({ id }) => id);
  return { ctx, customerId: customer.id, oldestFirst };
}

test("rows of the same moment come once, by time and then id, in both orders", async () => {
  const { ctx, customerId, oldestFirst } = await setting();
  expect(oldestFirst).toHaveLength(9);
  expect(oldestFirst).not.toEqual(oldestFirst.toSorted((one, other) => one - other));
  for (const [name, list] of Object.entries(lists))
    for (const limit of [1, 2, 3, 9, 20])
      for (const sort of ["newest", "oldest"] as const) {
        const pages = await readPages((page) => list(ctx, { ...page, sort }, customerId), limit);
        const ids = pages.flat().map(({ id }) => id);
        expect([name, limit, sort, ids]).toEqual([
          ...[name, limit, sort],
          sort === "oldest" ? oldestFirst : oldestFirst.toReversed(),
        ]);
      }
});
