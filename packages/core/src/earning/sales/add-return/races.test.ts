import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { aSale, running, together, twoProcesses, whileAllWait } from "../../../testing/index.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { addReturn, returns } from "./add-return.ts";

// Closes the database without an audit: a statement without its guard leaves wrong rows.
const t = harnessOfFile({ isAudited: false });

/** Sells for 30.00, which earns 30 stamps. */
async function setting({ hasUser = true } = {}) {
  const merchant = await t.given.merchant({ earnAmount: "1.00" });
  const { id: store } = await t.given.store(merchant);
  // without other stamps, the balance alone would refuse the second return
  const { email: user } = await t.given.customer(merchant, {}, { stamps: 100 });
  const ctx = t.as(merchant);
  const invoiceNumber = "INV-9";
  const sale = { ...aSale({ total: "30.00" }), store, channel: null, invoiceNumber };
  await addSale(ctx, { ...sale, user: hasUser ? user : null });
  const back = (total: string, number: string) => ({
    ...{ invoiceNumber, store, businessDay: null, returnedAt: null },
    ...{ returnInvoiceNumber: number, returnStore: store },
    ...{ vouchers: [], cancelsRedemptions: false, issue: null, keepsIssuedVouchers: false },
    modification: { total, subtotal: null, items: [], payments: [], stamps: null },
  });
  const rowsOf = async (table: "transactions" | "transactionModifications") => [
    ...((await t.rows(merchant)).get(table)?.values() ?? []),
  ];
  return { merchant, ctx, back, rowsOf };
}

describe("two returns of one sale that wait for each other", () => {
  const unguarded = returns.without({ asSeen: ["seenEntry", "version"] });
  const unversioned = returns.without({ asSeen: "version" });
  test.each([
    ["give back no more than it has", returns.statement, true, { done: 1, invalid: 1 }],
    ["without the guards give back more", unguarded, true, { done: 2 }],
    ["the same without a customer", returns.statement, false, { done: 1, invalid: 1 }],
    ["which the version alone guards", unversioned, false, { done: 2 }],
  ])("20 of 30 each: %s", async (_, sent, hasUser, expected) => {
    const { merchant, ctx, back } = await setting({ hasUser });
    const processes = twoProcesses(t).map((process) => running(process, sent));
    // both processes have computed what is left of 30 before either writes
    let answers = {};
    await whileAllWait(t, "transactions", merchant.id, async () => {
      answers = await together(processes, 2, (writing, n) =>
        addReturn({ ...ctx, writing }, back("-20.00", `R-${n}`)),
      );
    });
    expect(answers).toEqual(expected);
  });
});

describe("20 calls in two processes", () => {
  test("of a third each give back no more than there is", async () => {
    const { ctx, back, rowsOf } = await setting();
    const answers = await together(twoProcesses(t), 20, (writing, n) =>
      addReturn({ ...ctx, writing }, back("-10.00", `R-${n}`)),
    );
    expect(answers).toEqual({ done: 3, invalid: 17 });
    expect(await rowsOf("transactions")).toMatchObject([{ total: "0.00", stampsEarned: 0 }]);
  });

  test("with one number are one return", async () => {
    const { ctx, back, rowsOf } = await setting();
    const answers = await together(twoProcesses(t), 20, (writing) =>
      addReturn({ ...ctx, writing }, back("-10.00", "R-1")),
    );
    expect(answers).toEqual({ done: 20 });
    expect(await rowsOf("transactionModifications")).toHaveLength(1);
  });
});
