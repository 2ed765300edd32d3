import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { running, together, twoProcesses, whileAllWait } from "../../../testing/index.ts";
import type { SaleInput } from "../types.ts";
import { addSale, sales } from "./add-sale.ts";

// Closes the database without an audit: statements without their guard wrote wrong rows.
const t = harnessOfFile({ isAudited: false });

async function setting({ earnMaxPerDay = 40 } = {}) {
  const merchant = await t.given.merchant({ earnAmount: "10000.00", earnMaxPerDay });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const input: SaleInput = {
    ...{ store: store.id, user: customer.email, invoiceNumber: "INV-1", people: 1, soldAt: null },
    ...{ total: "30000.00", subtotal: null, discount: null, serviceCharge: null, tax: null },
    ...{ channel: null, type: null, items: [], payments: [], stamps: null },
    ...{ employeeCode: null, extraData: null },
  };
  const sales = async () => [...((await t.rows(merchant)).get("transactions")?.values() ?? [])];
  const earned = async () =>
    (await sales()).reduce((sum, { stampsEarned }) => sum + Number(stampsEarned), 0);
  return { merchant, customer, input, sales, earned };
}

describe("two sales of one customer that wait for each other", () => {
  const unguarded = sales.without({ asSeen: "seenEntry" });
  test.each([
    ["earn what the day's cap allows", sales.statement, 3],
    ["without the guard earn it twice", unguarded, 6],
  ])("3 stamps each of at most 3 a day: %s", async (_, sent, stamps) => {
    const { merchant, input, earned } = await setting({ earnMaxPerDay: 3 });
    const processes = twoProcesses(t).map((process) => running(process, sent));
    // both processes have read 0 earned stamps before either writes
    await whileAllWait(t, "memberships", merchant.id, () =>
      together(processes, 2, (writing, n) =>
        addSale({ ...t.as(merchant), writing }, { ...input, invoiceNumber: `INV-${n}` }),
      ),
    );
    expect(await earned()).toBe(stamps);
  });
});

describe("100 calls of two processes", () => {
  test("for one customer, 3 stamps each of at most 40 a day: earn 40", async () => {
    const { merchant, customer, input, earned } = await setting();
    const names = [customer.email, customer.memberId];
    const answers = await together(twoProcesses(t), 100, (writing, n) =>
      addSale(
        { ...t.as(merchant), writing },
        { ...input, user: names[(n >> 1) % 2] ?? "", invoiceNumber: `INV-${n}` },
      ),
    );
    expect(answers).toEqual({ done: 100 });
    expect(await earned()).toBe(40);
  });

  test.each([
    ["of one invoice are one sale", () => 1, 1],
    ["of an invoice each are 100 sales", (n: number) => n, 100],
  ])("%s", async (_, invoiceOf, count) => {
    const { merchant, input, sales } = await setting();
    const answers = await together(twoProcesses(t), 100, (writing, n) =>
      addSale({ ...t.as(merchant), writing }, { ...input, invoiceNumber: `INV-${invoiceOf(n)}` }),
    );
    expect(answers).toEqual({ done: 100 });
    expect(await sales()).toHaveLength(count);
  });
});

describe("20 customers who claim one Open sale", () => {
  const unguarded = sales.without({ asSeen: "version" });
  test.each([
    ["one gets it", sales.statement, true],
    ["without the guard others are given its stamps too", unguarded, false],
  ])("%s", async (_, sent, isOne) => {
    const { merchant, input } = await setting();
    await addSale(t.as(merchant), { ...input, user: null });
    const customers = await Promise.all(
      Array.from({ length: 20 }, () => t.given.customer(merchant)),
    );
    const processes = twoProcesses(t).map((process) => running(process, sent));
    // both processes have read the sale as Open before either gives it to its customer
    await whileAllWait(t, "transactions", merchant.id, () =>
      together(processes, 20, (writing, n) =>
        addSale({ ...t.as(merchant), writing }, { ...input, user: customers[n]?.email ?? "" }),
      ),
    );
    const entries = (await t.rows(merchant)).get("stampEntries")?.size ?? 0;
    expect(entries === 1).toBe(isOne);
  });
});
