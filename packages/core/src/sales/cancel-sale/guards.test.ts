import { schema } from "@stampbook/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Guard,
  guardCases,
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { testKeptKey } from "../../testing/kept-key.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { type CancelSaleCall, cancelSales, operation } from "./cancel-sale.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: statements without their guard wrote wrong rows.
afterAll(() => t?.open.close());

const without = guardless(cancelSales);

/** Makes a merchant. `callFor` adds a sale of 9 stamps, and returns a call that cancels the sale. */
async function setting() {
  const merchant = await t.given.merchant({ earnAmount: "10000.00" });
  await t.db.insert(schema.levels).values({ merchantId: merchant.id, level: 200, name: "Gold" });
  const store = await t.given.store(merchant);
  let calls = 0;
  const member = () => t.given.customer(merchant, {}, { stamps: 20 });
  const callFor = async (
    user: string | null,
    change: Partial<CancelSaleCall> = {},
  ): Promise<CancelSaleCall> => {
    calls++;
    const { sale } = await addSale(t.as(merchant), {
      ...{ store: store.id, user, invoiceNumber: `INV-${calls}`, people: 1, soldAt: null },
      ...{ total: "95000.00", subtotal: null, discount: null, serviceCharge: null, tax: null },
      ...{ channel: null, type: null, items: [], payments: [], stamps: null },
      ...{ employeeCode: null, extraData: null },
    });
    return {
      ...{
        transaction: sale.id,
        levelChange: calls,
        allowedStores: null,
        mayCancelRecent: true,
        mayCancelOld: true,
        keepIssued: false,
        replayed: null,
        replayedTo: null,
      },
      ...{ auditId: calls, actor: "token:1", subject: `transaction ${sale.id}`, reason: null },
      ...{ address: null, key: null, fingerprint: null, ...change },
    };
  };
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  const count = async (table: string, where: string) => {
    const rows = (await t.db.execute(
      `select 1 from ${table} where merchant_id = ${merchant.id} and ${where}`,
    )) as unknown as readonly unknown[];
    return rows.length;
  };
  return { merchant, member, callFor, run, count };
}

const keyed = { key: "k", fingerprint: "f" };

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", cancelSales, [true, false], 0],
    [
      "without the guard one's stamps stay",
      without(/\(of_customer_id = 1 [^)]*\)/, "true"),
      [true, true],
      1,
    ],
  ])("a customer: %s", async (_, statement, done, broken) => {
    const { member, callFor, run, count } = await setting();
    const { email } = await member();
    expect(await run(statement, [await callFor(email), await callFor(email)])).toEqual(done);
    const canceled = await count("transactions", "status = 'Canceled'");
    expect((await count("memberships", `stamps = ${38 - 9 * canceled}`)) === 0 ? 1 : 0).toBe(
      broken,
    );
  });

  test.each([
    ["one is done", cancelSales, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { member, callFor, run } = await setting();
    const calls = [
      await callFor((await member()).email, keyed),
      await callFor((await member()).email, keyed),
    ];
    expect(await run(statement, calls)).toEqual(done);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const canceled = "status = 'Canceled', canceled_at = now(), canceled_by = 'token:2'";
  const guards: readonly Guard[] = [
    {
      what: "the sale is canceled",
      change: rowsOf("transactions", canceled),
      guard: / and x\.status = b\.status(?= for no key update)/,
    },
    {
      what: "the ledger goes on",
      change: rowsOf("memberships", "entry_number = entry_number + 1"),
      guard: / and ms\.entry_number = b\.entry_number/,
    },
    {
      what: "the level changes",
      change: rowsOf("memberships", "level = 200"),
      guard: / and ms\.level = b\.level(?=\s)/,
    },
    {
      what: "the level's last day changes",
      change: rowsOf("memberships", "level_until = '2099-01-01'"),
      guard: / and ms\.level_until is not distinct from b\.level_until/,
    },
    {
      what: "the customer is anonymized",
      change: rowsOf("customers", "anonymized_at = now()"),
      guard: / and \(u\.anonymized_at is null\) = b\.is_named/,
    },
    {
      what: "the key is written",
      change: keyOf(operation),
      guard: /(?<=where )\(l\.key is null or exists \(select 1 from owned\)\)(?= \), outcome)/,
      instead: "true",
    },
  ];
  test.each(guardCases(cancelSales, guards))("$what: $says", async (one) => {
    const { merchant, member, callFor, run } = await setting();
    const waiting = await callFor((await member()).email, keyed);
    const running = () => run(one.statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, running)).toEqual(one.expected);
  });

  const vouchers = (change: string) => rowsOf("vouchers", change);
  test.each(
    guardCases(cancelSales, [
      {
        what: "F1: a part of a voucher that it issued is spent",
        change: vouchers("remaining_value = value - 0.01"),
        guard: / and i\.worth = b\.worth/,
      },
      {
        what: "F1: a voucher that it issued is redeemed",
        change: vouchers("redeemed_at = now(), remaining_value = 0"),
        guard: / and \(b\.issued is null or \(i\.count = [^)]*\)[^)]*\)\)/,
      },
    ]),
  )("$what: $says", async ({ change, statement, expected }) => {
    const { merchant, member, callFor, run } = await setting();
    const { id: customerId, email } = await member();
    const waiting = await callFor(email);
    const { id: voucherTemplateId } = await t.given.template(merchant, { isDynamic: true });
    const worth = { value: "10.00", remainingValue: "10.00" };
    const issued = { issuedByTransactionId: waiting.transaction, customerId, voucherTemplateId };
    await t.given.voucher(merchant, { ...issued, ...worth });
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
  });

  test.each([
    ["the key is not used up", cancelSales, 0],
    [
      "without the guard the sale is canceled for another's key",
      without(
        /(?<=l\.status <> 'Canceled' and )\(l\.key is null or exists \(select 1 from owned\)\)/,
        "true",
      ),
      1,
    ],
  ])("the key is written: %s", async (_, statement, rows) => {
    const { merchant, member, callFor, run, count } = await setting();
    const waiting = await callFor((await member()).email, keyed);
    const running = () => run(statement, [waiting], "wait");
    await whileItWaits(t, merchant.id, keyOf(operation), running);
    expect(await count("transactions", "status = 'Canceled'")).toBe(rows);
  });
});

describe("what the statement needs before it cancels", () => {
  const due = "next_expiry_on = '2020-01-01'";
  test.each([
    ["waits until what has expired is written", cancelSales, [false]],
    [
      "does not wait without the guard",
      without(/(?<=or \()\(ms\.next_expiry_on < [^)]*\)::date\) is not true and/),
      [true],
    ],
  ])("%s", async (_, statement, done) => {
    const { merchant, member, callFor, run } = await setting();
    const call = await callFor((await member()).email);
    await t.db.execute(`update memberships set ${due} where merchant_id = ${merchant.id}`);
    expect(await run(statement, [call])).toEqual(done);
  });

  test.each([
    ["is not done with too few stamps", cancelSales, [false]],
    ["breaks the balance without the guard", without(/ and ms\.stamps >= own\.takes/), "23514"],
  ])("%s", async (_, statement, done) => {
    const { merchant, member, callFor, run } = await setting();
    const call = await callFor((await member()).email);
    await t.db.execute(`update memberships set stamps = 8 where merchant_id = ${merchant.id}`);
    expect(await run(statement, [call])).toEqual(done);
  });

  test.each([
    ["is not done for another store", cancelSales, [false]],
    [
      "is done without the guard",
      without(/\(c\.allowed_stores is null or x\.store_id = any \(c\.allowed_stores\)\)/, "true"),
      [true],
    ],
  ])("%s", async (_, statement, done) => {
    const { member, callFor, run } = await setting();
    const call = await callFor((await member()).email, { allowedStores: [1] });
    expect(await run(statement, [call])).toEqual(done);
  });
});

testKeptKey(() => t, {
  statement: cancelSales,
  locks: "transactions",
  setting: async () => {
    const { member, callFor, ...rest } = await setting();
    return { ...rest, call: async () => callFor((await member()).email, keyed) };
  },
});

describe("a row that another transaction holds does not hold up the batch", () => {
  const tables = ["transactions", "memberships", "customers"] as const;
  async function withOneHeld(table: (typeof tables)[number], statement: typeof cancelSales) {
    const { merchant, member, callFor, run } = await setting();
    const [one, other] = [await member(), await member()];
    const [free, held] = [await callFor(one.email), await callFor(other.email)];
    const isHeld = {
      transactions: `id = ${held.transaction}`,
      memberships: `customer_id = ${other.id}`,
      customers: `id = ${other.id}`,
    }[table];
    const lock = `select 1 from ${table} where merchant_id = $1 and ${isHeld} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, [free, held]));
  }
  test.each(tables)("%s: the other call is done", async (table) => {
    expect(await withOneHeld(table, cancelSales)).toEqual([true, false]);
  });
  test.each([
    ["transactions", /(?<=x\.status = b\.status for no key update )skip locked/],
    ["memberships", /(?<=b\.level_until for no key update )skip locked/],
    ["customers", /(?<=b\.is_named for key share )skip locked/],
  ] as const)("%s: without the guard it waits", async (table, guard) => {
    expect(await withOneHeld(table, without(guard))).toBe("waits");
  });
});
