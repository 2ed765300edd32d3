import { schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "../../../foundation/failures.ts";
import { replayLedger } from "../../../holding/stamps/lots.rules.ts";
import { cancelRedemption, redeemReward } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { aSale, plain } from "../../../testing/index.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { cancelSale } from "../cancel-sale/cancel-sale.ts";
import { addReturn } from "./add-return.ts";

// closes with an audit, which compares balances, ledgers and debts of all rows too
const t = harnessOfFile();

type Step =
  | {
      readonly do: "sell" | "redeem" | "return" | "add";
      readonly of: number;
      readonly by: number;
    }
  | { readonly do: "cancelSale" | "cancelRedemption"; readonly of: number; readonly by?: never };

const count = fc.integer({ min: 1, max: 40 });
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constantFrom("sell", "redeem", "return", "return", "add"),
      of: fc.nat(5),
      by: count,
    }),
    fc.record({ do: fc.constantFrom("cancelSale", "cancelRedemption"), of: fc.nat(5) }),
  ),
  { minLength: 4, maxLength: 14 },
);

/** A member of a merchant whose sales earn a stamp for each 1.00, and who owes stamps that are spent. */
async function setting() {
  const merchant = await t.given.merchant({
    ...{ earnAmount: "1.00", stampsValidDays: 100 },
    ...{ spentStampsOnCancel: "owe", spentStampsOnReturn: "owe" },
  });
  const { id: store } = await t.given.store(merchant);
  const { id: member, email: user } = await t.given.customer(merchant);
  const { id: reward } = await t.given.reward(merchant, { kind: "flexible", stampsToRedeem: 0 });
  const ctx = t.as(merchant);
  const [sales, redemptions]: [{ id: number; invoice: string }[], number[]] = [[], []];
  let numbers = 0;
  const sell = async (total: number) => {
    const invoice = `INV-${++numbers}`;
    const content = { ...aSale({ total: `${total}.00` }), store, user, channel: null };
    const { sale } = await addSale(ctx, { ...content, invoiceNumber: invoice });
    sales.push({ id: sale.id, invoice });
    return sale.id;
  };
  const at = <Value>(list: readonly Value[], index: number) => list[index % list.length];
  const giveBack = (index: number, total: number, stamps: number | null) => {
    const invoiceNumber = at(sales, index)?.invoice ?? "none";
    return addReturn(ctx, {
      ...{ invoiceNumber, store, businessDay: null, returnedAt: null, returnStore: store },
      ...{ returnInvoiceNumber: `R-${++numbers}`, vouchers: [], cancelsRedemptions: false },
      ...{ issue: null, keepsIssuedVouchers: false },
      modification: { total: `-${total}.00`, subtotal: null, items: [], payments: [], stamps },
    });
  };
  const run = async (step: Step) => {
    if (step.do === "sell") return sell(step.by);
    if (step.do === "return") return giveBack(step.of, step.by, null);
    if (step.do === "add") return giveBack(step.of, 0, step.by);
    if (step.do === "cancelSale") return cancelSale(ctx, at(sales, step.of)?.id ?? 0);
    if (step.do === "cancelRedemption") {
      const redemptionId = at(redemptions, step.of) ?? 0;
      return cancelRedemption(ctx, { redemptionId, createReplacementVoucher: false });
    }
    const input = { ...plain, user, store, reward, qty: 1 };
    const { redemption } = await redeemReward(ctx, { ...input, stamps: step.by ?? 1 });
    return redemptions.push(redemption.id);
  };
  const { memberships: ms, stampEntries: e, stampDebts: d } = schema;
  const held = async () => {
    const [row] = await t.db
      .select({ stamps: ms.stamps, owed: ms.stampsOwed })
      .from(ms)
      .where(eq(ms.customerId, member));
    const entries = await t.db.select().from(e).where(eq(e.customerId, member)).orderBy(e.number);
    const [debt] = await t.db
      .select({ owed: sql<number>`coalesce(sum(${d.delta}), 0)::int` })
      .from(d)
      .where(eq(d.customerId, member));
    const lots = replayLedger(entries as never).lots.map(({ number: _, ...lot }) => lot);
    return {
      ...{ stamps: row?.stamps ?? 0, owed: row?.owed ?? 0, debt: debt?.owed },
      ofEntries: entries.reduce((sum, { delta }) => sum + delta, 0),
      ofLots: lots.reduce((sum, { left }) => sum + left, 0),
      lots,
    };
  };
  return { run, held, sell, cancel: (id: number) => cancelSale(ctx, id) };
}

test("any order of sales, returns, redemptions and cancels leaves true ledgers", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (order) => {
      const { run, held, sell, cancel } = await setting();
      const refusals: string[] = [];
      for (const step of order) {
        await run(step).catch((error) => {
          if (!(error instanceof Failure)) throw error;
          refusals.push(`${step.do}: ${error.code}`);
        });
        const { stamps, owed, debt, ofEntries, ofLots } = await held();
        expect([ofEntries, ofLots, debt]).toEqual([stamps, stamps, owed]);
        expect(Math.min(stamps, owed)).toBeGreaterThanOrEqual(0);
      }
      expect(refusals).not.toContain("return: insufficient_stamps");
      expect(refusals).not.toContain("add: insufficient_stamps");
      expect(refusals).not.toContain("cancelSale: insufficient_stamps");
      // a sale and its void leave stamps and debt as they were
      const before = await held();
      await cancel(await sell(17));
      const after = await held();
      expect([after.stamps, after.owed, after.lots]).toEqual([
        before.stamps,
        before.owed,
        before.lots,
      ]);
    }),
    { numRuns: 30 },
  );
}, 120_000);
