import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { addSale, cancelSale } from "../../earning/sales/index.ts";
import { getLevelProgress } from "../../members/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { endLevels } from "./end-levels.ts";

// Closes the database without an audit, because the inserted memberships have no ledger entries.
const t = harnessOfFile({ isOwn: true, isAudited: false });

const gold = { level: 200, name: "Gold", spendingToReach: "100.00" };

async function merchantWith(keepMonths: number) {
  const merchant = await t.given.merchant({ timezone: "Etc/UTC" });
  await t.db.insert(schema.levels).values({ ...gold, keepMonths, merchantId: merchant.id });
  const store = await t.given.store(merchant, { timezone: "Etc/UTC" });
  return { merchant, store };
}

/**
 * Inserts three members for each day of four years, who reached the level with a sale on that day. The second
 * buys for the same amount on the next day, the third on the last day of the level. With `isKnown` false, no
 * change of a level is recorded, as after an import.
 */
async function everyDay(keepMonths: number, isKnown: boolean) {
  const { merchant, store } = await merchantWith(keepMonths);
  const m = merchant.id;
  const client = await openFillClient(t.open.url);
  try {
    await client.unsafe(`
      create temporary table days as select row_number() over () * 3 as n, d::date as day,
        (d + make_interval(months => ${keepMonths}))::date as until
      from generate_series(date '2027-01-01', date '2030-12-31', interval '1 day') d;
      create temporary table members as select n + k as id, day, until,
        case k when 1 then day + 1 when 2 then until end as again from days, generate_series(0, 2) k;
      insert into customers (merchant_id, id, name) select ${m}, id, 'Member ' || id from members;
      insert into memberships (merchant_id, customer_id, level, level_until)
        select ${m}, id, 200, until from members;
      insert into transactions (merchant_id, id, store_id, customer_id, invoice_number, business_day,
          sold_at, total, status, spending, digest, created_by)
        select ${m}, x.id, ${store.id}, x.customer, 'INV-' || x.id, x.day, x.day, 100, 'Created', 100,
          '', 'token:1'
        from (select id, id as customer, day from members
          union all select id + 100000, id, again from members where again is not null) x;
      ${
        isKnown
          ? `insert into level_changes (merchant_id, id, customer_id, level_before, level_after, until,
          cause, cause_id, created_at, created_by)
        select ${m}, 500000 + id, id, 100, 200, until, 'sale', id, day + time '12:00', 'token:1' from members;`
          : ""
      }
      analyze transactions`);
  } finally {
    await client.end();
  }
  return merchant;
}

/** Returns how many members kept the level once or more, by their kind and the number of times. */
async function timesKept(merchantId: number) {
  const rows = await t.db
    .select()
    .from(schema.levelChanges)
    .where(
      and(eq(schema.levelChanges.merchantId, merchantId), eq(schema.levelChanges.cause, "ended")),
    );
  const kept = new Map<number, number>();
  for (const { customerId, levelAfter } of rows)
    kept.set(customerId, (kept.get(customerId) ?? 0) + (levelAfter === 200 ? 1 : 0));
  const counts: Record<string, number> = {};
  for (const [id, times] of kept) {
    const kind = ["buys once", "buys again at once", "buys again at the end"][id % 3];
    counts[`${kind}: ${times}`] = (counts[`${kind}: ${times}`] ?? 0) + 1;
  }
  return counts;
}

const DAYS = 1461;

describe.each([1, 12])("F4: of every day of four years, with a level of %i months", (months) => {
  test("only a purchase after the one that gave the level keeps it, and once", async () => {
    const { id } = await everyDay(months, true);
    await endLevels({ ...t.deps, clockOffsetMs: t.offsetTo("2034-01-01T05:00:00Z") });
    expect(await timesKept(id)).toEqual({
      "buys once: 0": DAYS,
      "buys again at once: 1": DAYS,
      "buys again at the end: 1": DAYS,
    });
  });

  test("without a recorded change the sale that gave the level does not keep it", async () => {
    const { id } = await everyDay(months, false);
    await endLevels({ ...t.deps, clockOffsetMs: t.offsetTo("2034-01-01T05:00:00Z") });
    expect(await timesKept(id)).toMatchObject({
      "buys once: 0": DAYS,
      "buys again at the end: 1": DAYS,
    });
  });
});

test("F4: a purchase on the 31st lacks the whole spending to keep the level it gave", async () => {
  const { merchant, store } = await merchantWith(1);
  const at = (day: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(`${day}T05:00:00Z`) });
  const { email, id } = await t.given.customer(merchant);
  let invoices = 0;
  const buy = (day: string) =>
    addSale(at(day), {
      ...{ store: store.id, user: email, invoiceNumber: `INV-${++invoices}`, people: 1 },
      ...{ soldAt: null, total: "100.00", subtotal: null, serviceCharge: null, tax: null },
      ...{ discount: null, channel: null, type: null, items: [], payments: [], stamps: null },
      ...{ employeeCode: null, extraData: null },
    });
  await buy("2027-01-31");
  const lacks = async (day: string) => (await getLevelProgress(at(day), id)).downgrade;
  expect(await lacks("2027-02-01")).toMatchObject({ missing: "100.00", deadline: "2027-02-28" });
  const { sale } = await buy("2027-02-01");
  expect(await lacks("2027-02-01")).toMatchObject({ missing: "0.00" });
  await cancelSale(at("2027-02-02"), sale.id);
  await endLevels(at("2027-03-01"));
  expect(await lacks("2027-03-01")).toBeNull();
});
