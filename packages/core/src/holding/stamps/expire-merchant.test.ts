import { schema } from "@stampbook/db";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { openOwnHarness, whileHeld } from "../../testing/index.ts";
import { expireDueStamps } from "./expire-due-stamps.ts";
import { expireMerchant, type Trouble } from "./expire-merchant.ts";

const { memberships } = schema;
const SIZES = { customers: 200, entries: 5_000, list: 10_000 };

// Closes the database without an audit: some rows are broken on purpose.
const t = harnessOfFile({ isOwn: true, isAudited: false });

/** Makes `count` members, each with five stamps that expired in 2020. */
async function members(count: number) {
  const merchant = await t.given.merchant();
  const ids: number[] = [];
  for (let n = 0; n < count; n++)
    ids.push((await t.given.customer(merchant, {}, { stamps: 5, nextExpiryOn: "2020-01-01" })).id);
  const of = (customerId: number) =>
    and(eq(memberships.merchantId, merchant.id), eq(memberships.customerId, customerId));
  return {
    merchantId: merchant.id,
    ids,
    change: (customerId: number | undefined, values: { stamps?: number; entryNumber?: number }) =>
      t.db
        .update(memberships)
        .set(values)
        .where(of(customerId ?? 0)),
    balances: async () => {
      const rows = await t.db
        .select()
        .from(memberships)
        .where(eq(memberships.merchantId, merchant.id));
      const byId = new Map(rows.map(({ customerId, stamps }) => [customerId, stamps]));
      return ids.map((id) => byId.get(id));
    },
  };
}

/** Runs `expireMerchant` to its end. Returns the number of customers of each batch, and the troubles. */
async function run(merchantId: number, sizes: Partial<typeof SIZES> = {}) {
  const troubles: Trouble[] = [];
  const batches: number[] = [];
  for await (const n of expireMerchant(t.deps, merchantId, { ...SIZES, ...sizes }, troubles))
    batches.push(n);
  return { batches, troubles };
}

test.each([
  ["as many customers as are allowed", { customers: 2 }, [2, 2, 1]],
  ["as many entries as are allowed", { entries: 3 }, [3, 2]],
  ["as many customers as are listed", { list: 4 }, [4, 1]],
])("a batch has %s", async (_, sizes, expected) => {
  const { merchantId, balances } = await members(5);
  expect(await run(merchantId, sizes)).toEqual({ batches: expected, troubles: [] });
  expect(await balances()).toEqual([0, 0, 0, 0, 0]);
});

// the ledger has one entry: number 1, with 5 stamps. The balance 6 is therefore wrong. With `entryNumber` 0,
// the next entry would get the number 1 again, which the database refuses.
const broken = [
  ["a balance that is wrong", { stamps: 6 }, [6, 0, 0, 0, 0], RangeError],
  ["a row that the database refuses", { entryNumber: 0 }, [5, 0, 0, 0, 0], Error],
] as const;

test.each(broken)("%s does not hold up the others", async (_, values, expected, kind) => {
  for (const sizes of [{}, { customers: 2 }, { list: 1 }]) {
    const { merchantId, ids, change, balances } = await members(5);
    await change(ids[0], values);
    const { batches, troubles } = await run(merchantId, sizes);
    expect(batches.reduce((sum, n) => sum + n, 0)).toBe(4);
    expect(troubles).toEqual([{ merchantId, customerId: ids[0], cause: expect.any(kind) }]);
    expect(await balances()).toEqual(expected);
    // after the membership is repaired, the next run writes the customer
    await change(ids[0], { stamps: 5, entryNumber: 1 });
    expect(await run(merchantId)).toEqual({ batches: [1], troubles: [] });
  }
});

test("the run names those that it can't write, and the first cause", async () => {
  const { merchantId, ids, change } = await members(3);
  await change(ids[0], { stamps: 6 });
  await change(ids[1], { stamps: 7 });
  await expect(expireDueStamps(t.deps)).rejects.toMatchObject({
    message: `Expired stamps of 2 customers can't be taken: ${merchantId}/${ids[0]}, ${merchantId}/${ids[1]}`,
    cause: { message: "The balance is 6, the lots are 5" },
  });
  await change(ids[0], { stamps: 5 });
  await change(ids[1], { stamps: 5 });
  expect(await expireDueStamps(t.deps)).toBe(2);
});

test("a membership that is locked is left for the next run", async () => {
  const { merchantId, ids, balances } = await members(3);
  const lock = `select 1 from memberships where merchant_id = $1 and customer_id = ${ids[1]} for update`;
  expect(await whileHeld(t, merchantId, lock, () => run(merchantId))).toMatchObject({
    batches: [2],
  });
  expect(await balances()).toEqual([0, 5, 0]);
  expect(await run(merchantId)).toMatchObject({ batches: [1] });
  expect(await balances()).toEqual([0, 0, 0]);
  // negative control: a write that does not skip locked rows waits
  const write = () =>
    t.db.execute(sql`update memberships set stamps = stamps where merchant_id = ${merchantId}`);
  expect(await whileHeld(t, merchantId, lock, write)).toBe("waits");
});

test("ends if others hold all that is listed", async () => {
  const { merchantId, balances } = await members(3);
  const lock = "select 1 from memberships where merchant_id = $1 for update";
  expect(await whileHeld(t, merchantId, lock, () => run(merchantId, { list: 2 }))).toEqual({
    batches: [0],
    troubles: [],
  });
  expect(await balances()).toEqual([5, 5, 5]);
});

test("throws if the database refuses all writes, and names nobody", async () => {
  const own = await openOwnHarness({ connections: 1 });
  try {
    const merchant = await own.given.merchant();
    for (let n = 0; n < 3; n++)
      await own.given.customer(merchant, {}, { stamps: 5, nextExpiryOn: "2020-01-01" });
    await own.db.execute("set default_transaction_read_only = on");
    await expect(expireDueStamps(own.deps)).rejects.toMatchObject({ code: "25006" });
    await own.db.execute("set default_transaction_read_only = off");
    expect(await expireDueStamps(own.deps)).toBe(3);
  } finally {
    await own.open.close();
  }
});
