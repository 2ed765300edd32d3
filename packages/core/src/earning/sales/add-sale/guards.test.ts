import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saleCalls } from "../../../testing/calls/sale-calls.ts";
import {
  type Guard,
  guardCases,
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  whileHeld,
  whileItWaits,
} from "../../../testing/index.ts";
import { cancelSale } from "../cancel-sale/cancel-sale.ts";
import { addSales, operation, type SaleCall } from "./add-sale.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: statements without their guard wrote wrong rows.
afterAll(() => t?.open.close());

const without = guardless(addSales);

const setting = () => saleCalls(t);
const DAY_MS = 86_400_000;

const kopi = {
  ...{ product: "Kopi", quantity: "1.000", subtotal: "20000.00", stamps: null },
  ...{ isEligible: true, extraData: null },
};
const cash = { method: "cash", value: "95000.00", countsForLevels: true };

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", addSales, [true, false]],
    ["without the guard both are", without(/\(of_customer_id = 1 [^)]*\)/, "true"), [true, true]],
  ])("a customer: %s", async (_, statement, done) => {
    const { member, inputOf, callOf, run } = await setting();
    const { email: user } = await member();
    const calls = [await callOf(inputOf({ user })), await callOf(inputOf({ user }))];
    expect(await run(statement, calls)).toEqual(done);
  });

  test.each([
    ["one is done", addSales, [true, false]],
    ["without the guard the statement fails", without(/\(of_invoice = 1 [^)]*\)/, "true"), "23505"],
  ])("an invoice: %s", async (_, statement, done) => {
    const { inputOf, callOf, run } = await setting();
    const input = inputOf();
    expect(await run(statement, [await callOf(input), await callOf(input)])).toEqual(done);
  });

  test.each([
    ["one is done", addSales, [true, false]],
    ["without the guard the statement fails", without(/\(of_key = 1 [^)]*\)/, "true"), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { merchant, inputOf, callOf, run } = await setting();
    const ctx = t.keyed(merchant, "k");
    const calls = [await callOf(inputOf(), ctx), await callOf(inputOf(), ctx)];
    expect(await run(statement, calls)).toEqual(done);
  });
});

describe("a call that is not done does not hold up another of its customer", () => {
  test.each([
    ["the other is done", addSales, [false, true]],
    [
      "without the guard neither is",
      without(/x\.status = 'Open' and(?= c\.has_user)/),
      [false, false],
    ],
  ])("its sale is recorded: %s", async (_, statement, done) => {
    const { member, inputOf, callOf, sell, run } = await setting();
    const { email: user } = await member();
    const input = inputOf({ user });
    await sell(input);
    const calls = [await callOf(input), await callOf(inputOf({ user }))];
    expect(await run(statement, calls)).toEqual(done);
  });

  test.each([
    ["the other is done", addSales, [false, true]],
    [
      "without the guard neither is",
      without(/ and k\.fingerprint is null(?= as passes)/),
      [false, false],
    ],
  ])("its key has an outcome: %s", async (_, statement, done) => {
    const { merchant, member, inputOf, callOf, sell, run } = await setting();
    const { email: user } = await member();
    const ctx = t.keyed(merchant, "k");
    await sell(inputOf({ user }), ctx);
    const calls = [await callOf(inputOf({ user }), ctx), await callOf(inputOf({ user }))];
    expect(await run(statement, calls)).toEqual(done);
  });
});

/** Makes a canceled sale of nobody. */
async function withCanceled() {
  const one = await setting();
  const canceled = one.inputOf();
  const { id } = await one.sell(canceled);
  await cancelSale(t.as(one.merchant), id);
  return { ...one, canceled, id };
}

describe("F3: calls of one batch that replace a canceled sale", () => {
  test.each([
    ["one is done", addSales, [true, false]],
    ["without the guard both are", without(/\(of_replaced_id = 1 [^)]*\)/, "true"), [true, true]],
  ])("on two days: %s", async (_, statement, done) => {
    const { merchant, canceled, callOf, run } = await withCanceled();
    // a call without a time finds the sale of the day before too
    const dayBefore = { ...canceled, soldAt: new Date(Date.now() - DAY_MS).toISOString() };
    await t.db.execute(`update transactions set business_day = business_day - 1
      where merchant_id = ${merchant.id}`);
    const calls = [dayBefore, canceled].map((input) => callOf({ ...input, replaceCanceled: true }));
    expect(await run(statement, await Promise.all(calls))).toEqual(done);
  });

  test.each([
    [
      "needs the call to say so",
      /x\.status = 'Canceled' and c\.replace_canceled/,
      "x.status = 'Canceled'",
    ],
    [
      "needs the sale to be canceled",
      /\(x\.status = 'Canceled' and c\.replace_canceled\)/,
      "c.replace_canceled",
    ],
  ])("a replacement %s", async (what, guard, instead) => {
    const { canceled, inputOf, sell, callOf, run } = await withCanceled();
    const isCanceled = what.includes("say so");
    const input = isCanceled ? canceled : inputOf();
    if (!isCanceled) await sell(input);
    const call = await callOf({ ...input, replaceCanceled: !isCanceled });
    expect(await run(addSales, [call])).toEqual([false]);
    expect(await run(without(guard, instead), [call])).not.toEqual([false]);
  });

  test.each([
    ["the sale is marked before its number is taken", addSales, [true]],
    [
      "without the count its number may still be taken",
      without(/ and \(select count\(\*\) from superseded\) >= 0/, ""),
      "23505",
    ],
  ])("%s", async (_, statement, done) => {
    const { canceled, callOf, run } = await withCanceled();
    const call = await callOf({ ...canceled, replaceCanceled: true });
    expect(await run(statement, [call])).toEqual(done);
  });
});

describe("what the statement needs before it adds", () => {
  type Setting = Awaited<ReturnType<typeof setting>>;
  const open = async ({ inputOf, sell }: Setting) => {
    const input = inputOf();
    await sell(input);
    return input;
  };
  const needs: readonly (readonly [string, RegExp, (one: Setting) => Promise<SaleCall>])[] = [
    [
      "a store of the caller's",
      /\(c\.allowed_stores is null or s\.id = any \(c\.allowed_stores\)\)/,
      async ({ inputOf, callOf }) => ({ ...(await callOf(inputOf())), allowedStores: [1] }),
    ],
    [
      "a customer, if it names one",
      /ms\.customer_id is not null(?= and \(ms\.next_expiry_on)/,
      async ({ inputOf, callOf }) => callOf(inputOf({ user: "nobody" })),
    ],
    [
      "a customer whose expired stamps are written off",
      /(?<=ms\.customer_id is not null and )\(ms\.next_expiry_on < [^)]*\)::date\) is not true/,
      async ({ merchant, member, inputOf, callOf }) => {
        const { email: user } = await member();
        await t.db.execute(`update memberships set next_expiry_on = '2020-01-01'
          where merchant_id = ${merchant.id}`);
        return callOf(inputOf({ user }));
      },
    ],
    [
      "a customer, to claim a sale",
      /(?<=x\.status = 'Open' and )c\.has_user/,
      async (one) => one.callOf(await open(one)),
    ],
    [
      "the content of the sale that it claims",
      /x\.digest = c\.digest/,
      async (one) => {
        const { email: user } = await one.member();
        return one.callOf({ ...(await open(one)), user, total: "1.00" });
      },
    ],
    [
      "a store that is active",
      /s\.is_active(?= and \(c\.allowed_stores)/,
      async ({ merchant, inputOf, callOf }) => {
        await t.db.execute(
          `update stores set is_active = false where merchant_id = ${merchant.id}`,
        );
        return callOf(inputOf());
      },
    ],
  ];
  test.each(needs)("%s", async (_, guard, make) => {
    const one = await setting();
    const call = await make(one);
    expect(await one.run(addSales, [call])).toEqual([false]);
    expect(await one.run(without(guard, "true"), [call])).toEqual([true]);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const guards: readonly Guard[] = [
    {
      what: "another sale of the customer is added",
      change: rowsOf("memberships", "entry_number = entry_number + 1"),
      guard: / and ms\.entry_number = b\.entry_number/,
    },
    {
      what: "the level changes",
      change: rowsOf("memberships", "level = 200"),
      guard: / and ms\.level = b\.level/,
    },
    {
      what: "the member is blocked",
      change: rowsOf("memberships", "is_blocked = true"),
      guard: / and \(ms\.status = 100 and not ms\.is_blocked\) = b\.is_member/,
    },
    {
      what: "the customer becomes inactive",
      change: rowsOf("customers", "is_active = false"),
      guard: / and u\.is_active = b\.is_active/,
    },
    {
      what: "the customer is anonymized",
      change: rowsOf("customers", "anonymized_at = now()"),
      guard: / and u\.anonymized_at is null(?= for key share)/,
    },
  ];
  test.each(guardCases(addSales, guards))("$what: $says", async (one) => {
    const { merchant, member, inputOf, callOf, run } = await setting();
    const waiting = await callOf(inputOf({ user: (await member()).email }));
    const running = () => run(one.statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, running)).toEqual(one.expected);
  });

  const claims: readonly Guard[] = [
    {
      what: "another call claims the sale",
      change: rowsOf("transactions", "status = 'Created'"),
      guard: / and x\.status = 'Open'(?= for no key update)/,
    },
  ];
  test.each(guardCases(addSales, claims))("$what: $says", async (one) => {
    const { merchant, member, inputOf, callOf, sell, run } = await setting();
    const input = inputOf();
    await sell(input);
    const waiting = await callOf({ ...input, user: (await member()).email });
    const running = () => run(one.statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, running)).toEqual(one.expected);
  });

  const replacements: readonly Guard[] = [
    {
      what: "another call replaces the canceled sale",
      change: rowsOf("transactions", "superseded_by_id = 9999"),
      guard: / and r\.superseded_by_id is null(?= for update)/,
    },
  ];
  test.each(guardCases(addSales, replacements))("F3, $what: $says", async (one) => {
    const { merchant, canceled, callOf, run } = await withCanceled();
    const waiting = await callOf({ ...canceled, replaceCanceled: true });
    const running = () => run(one.statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, running)).toEqual(one.expected);
  });

  const isOwned = /\(l\.key is null or exists \(select 1 from owned\)\)/g;
  test.each([
    ["nothing is written", addSales, [false], false],
    ["without the guards all is", without(isOwned, "true"), [true], true],
  ])("the key is written: %s", async (_, statement, done, isWritten) => {
    const { merchant, member, inputOf, callOf, run } = await setting();
    const input = inputOf({ user: (await member()).email, items: [kopi], payments: [cash] });
    const waiting = await callOf(input, t.keyed(merchant, "k"));
    const before = await t.rows(merchant);
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual(done);
    const written = Object.keys(await t.written(merchant, before));
    expect(written.some((table) => table !== "idempotencyKeys")).toBe(isWritten);
  });

  test("the key of a claim is written: the sale stays Open", async () => {
    const { merchant, member, inputOf, callOf, sell, run } = await setting();
    const input = inputOf();
    await sell(input);
    const claim = { ...input, user: (await member()).email };
    const waiting = await callOf(claim, t.keyed(merchant, "k"));
    const before = await t.rows(merchant);
    const running = () => run(addSales, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual([false]);
    expect(Object.keys(await t.written(merchant, before))).toEqual(["idempotencyKeys"]);
  });
});

describe("a row that another transaction holds does not hold up the batch", () => {
  async function withOneHeld(table: string, statement: typeof addSales) {
    const { merchant, member, inputOf, callOf, sell, run } = await setting();
    const [one, other] = [await member(), await member()];
    const open = inputOf();
    const { id } = await sell(open);
    const calls = [
      await callOf(inputOf({ user: one.email })),
      await callOf({ ...open, user: other.email }),
    ];
    const column = table === "memberships" ? "customer_id" : "id";
    const held = table === "transactions" ? id : other.id;
    const lock = `select 1 from ${table} where merchant_id = $1 and ${column} = ${held} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, calls));
  }
  test.each(["transactions", "memberships", "customers"])(
    "%s: the other call is done",
    async (table) => {
      expect(await withOneHeld(table, addSales)).toEqual([true, false]);
    },
  );
  test.each([
    ["transactions", /(?<=x\.status = 'Open' for no key update )skip locked/],
    ["memberships", /(?<=b\.is_member for no key update )skip locked/],
    ["customers", /(?<=u\.anonymized_at is null for key share )skip locked/],
  ] as const)("%s: without the guard it waits", async (table, guard) => {
    expect(await withOneHeld(table, without(guard))).toBe("waits");
  });
});
