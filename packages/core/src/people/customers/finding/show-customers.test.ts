import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { defaultLimits } from "../../../foundation/caller-limits.rules.ts";
import type { Caller, Merchant, Scope } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { showCustomers } from "./show-customers.ts";

const t = harnessOfFile();

const rowsOf = (...ids: (number | null)[]) =>
  ids.map((id) => ({ customer: id === null ? null : { id, name: `Ayu ${id}` } }));

function asToken(merchant: Merchant, scopes: readonly Scope[]) {
  const limits = { ...defaultLimits, customersInMinute: 5 };
  const caller: Caller = { kind: "token", merchant, tokenId: 1, scopes, stores: null, limits };
  return t.as(merchant, { caller });
}

const spentBy = async ({ id }: Merchant) => {
  const { budgets: b } = schema;
  const mine = and(eq(b.merchantId, id), eq(b.budget, "customersShownInMinute"));
  const [row] = await t.db.select().from(b).where(mine);
  return row?.spent ?? 0;
};

test("each customer counts once, and a row without one does not", async () => {
  const merchant = await t.given.merchant();
  const ctx = asToken(merchant, ["members"]);
  expect(await showCustomers(ctx, rowsOf(1, 2, null, 1))).toEqual(rowsOf(1, 2, null, 1));
  expect(await spentBy(merchant)).toBe(2);
  expect(await showCustomers(ctx, rowsOf(null))).toEqual(rowsOf(null));
  expect(await spentBy(merchant)).toBe(2);
});

test("a list that shows more than is left is refused whole, and a smaller one is not", async () => {
  const merchant = await t.given.merchant();
  const ctx = asToken(merchant, ["members"]);
  await showCustomers(ctx, rowsOf(1, 2, 3));
  expect(await refusalOf(showCustomers(ctx, rowsOf(1, 2, 3)))).toMatchObject({
    code: "too_many_attempts",
    limit: { name: "customers-minute", most: 5 },
  });
  expect(await spentBy(merchant)).toBe(3);
  await showCustomers(ctx, rowsOf(8, 9));
  expect(await spentBy(merchant)).toBe(5);
});

test("lists at once show no more customers than are left", async () => {
  const merchant = await t.given.merchant();
  const ctx = asToken(merchant, ["members"]);
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => showCustomers(ctx, rowsOf(1, 2))));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await spentBy(merchant)).toBe(4);
});

test("without the scope members nobody has a name, and nobody counts", async () => {
  const merchant = await t.given.merchant();
  const ctx = asToken(merchant, ["redemptions.read", "transactions.read"]);
  expect(await showCustomers(ctx, rowsOf(1, null))).toEqual([
    { customer: { id: 1, name: null } },
    { customer: null },
  ]);
  expect(await spentBy(merchant)).toBe(0);
});
